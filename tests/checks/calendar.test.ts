import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { calendarSchema, compileCalendar, readCalendar, requireYearAhead } from '../../src/content/calendar.ts';

const facts = readCalendar();
const closed = {
  'equity-index': 'closed',
  'rates-and-currencies': 'closed',
  'energy-and-metals': 'closed',
  grains: 'closed',
  livestock: 'closed',
  crypto: 'closed',
};

function messagesOf(...holidays: readonly object[]): readonly string[] {
  return calendarSchema.safeParse({ ...facts, holidays }).error?.issues.map(({ message }) => message) ?? [];
}

describe('the exchange’s calendar', () => {
  test.each(Object.entries(compileCalendar(facts)))('%s follows from it', (file, text) => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('its holidays are known for a year to come', () => {
    expect(() => requireYearAhead(facts, new Date())).not.toThrow();
  });

  test('a build with less than twelve months left fails and says what to do', () => {
    const covered = { coveredUntil: '2028-12-31' };
    expect(() => requireYearAhead(covered, new Date('2027-12-31T00:00:00Z'))).not.toThrow();
    expect(() => requireYearAhead(covered, new Date('2028-01-01T00:00:00Z'))).toThrow('add the next year’s holidays');
  });

  test('a date that is listed twice, on a weekend, uncovered or without a source is refused', () => {
    const christmas = { date: '2026-12-25', name: 'Christmas', day: 'closed', stops: closed };
    expect(messagesOf(christmas)).toEqual([]);
    expect(messagesOf(christmas, christmas)).toEqual(['2026-12-25 is out of order or listed twice']);
    expect(messagesOf({ ...christmas, date: '2026-12-26' })).toEqual(['2026-12-26 is a weekend']);
    expect(messagesOf({ ...christmas, date: '2029-12-25' })).toEqual([
      '2029-12-25 comes after coveredUntil',
      '2029 has no source',
    ]);
    expect(messagesOf({ ...christmas, day: 'halt' })).toEqual(['2026-12-25 is closed exactly when every group is']);
  });
});
