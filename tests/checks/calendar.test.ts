import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileBankCalendar, readBankCalendar } from '#content/bank-calendar.ts';
import {
  calendarSchema,
  compileCalendar,
  listUnconfirmedHours,
  readCalendar,
  requireYearAhead,
} from '#content/calendar.ts';
import { compileNews, newsSchema } from '#content/news.ts';

const facts = readCalendar();
const closed = {
  'equity-index': 'closed',
  'rates-and-currencies': 'closed',
  'energy-and-metals': 'closed',
  grains: 'closed',
  livestock: 'closed',
};

function messagesOf(...holidays: readonly object[]): readonly string[] {
  return calendarSchema.safeParse({ ...facts, holidays }).error?.issues.map(({ message }) => message) ?? [];
}

describe('the exchange’s calendar', () => {
  test.each(Object.entries(compileCalendar(facts)))('%s matches the source calendar', (file, text) => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test.each(Object.entries({ ...compileBankCalendar(readBankCalendar()), ...compileNews() }))(
    '%s matches the source calendar of bank days or releases',
    (file, text) => {
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );

  test('a build fails with less than twelve months of calendar left and says what to do', () => {
    const covered = { coveredUntil: '2028-12-31' };
    expect(() => requireYearAhead(covered, new Date('2027-12-31T00:00:00Z'))).not.toThrow();
    expect(() => requireYearAhead(covered, new Date('2028-01-01T00:00:00Z'))).toThrow('add the next year’s holidays');
  });

  test('a date that is listed twice, on a weekend, uncovered or without a source is rejected', () => {
    const christmas = { date: '2026-12-25', name: 'Christmas', day: 'closed', stops: closed };
    expect(messagesOf(christmas)).toEqual([]);
    expect(messagesOf(christmas, christmas)).toEqual(['2026-12-25 is out of order or listed twice']);
    expect(messagesOf({ ...christmas, date: '2026-12-26' })).toEqual(['2026-12-26 is a weekend']);
    expect(messagesOf({ ...christmas, date: '2029-12-25' })).toEqual([
      '2029-12-25 comes after coveredUntil',
      '2029-12-25 has no source for equity-index, rates-and-currencies, energy-and-metals, grains, livestock',
    ]);
    expect(messagesOf({ ...christmas, stops: { ...closed, crypto: 'closed' } })).toEqual([
      '2026-12-25 names a group that trades around the clock',
    ]);
    expect(messagesOf({ ...christmas, day: 'halt' })).toEqual(['2026-12-25 is closed exactly when every group is']);
  });

  test('hours count as compared only if the source names a copy of the exchange’s page', () => {
    const compared = { url: 'https://www.cmegroup.com', checkedOn: '2026-11-22', basis: 'third-party' };
    const issuesOf = (source: object) =>
      calendarSchema
        .safeParse({ ...facts, sources: [source, ...facts.sources] })
        .error?.issues.map(({ message }) => message);
    expect(issuesOf({ ...compared, years: [2026] })).toEqual(['a copy names its address under via']);
    expect(issuesOf({ ...compared, via: ['https://example.com'] })).toEqual(['a source names its years or its dates']);
  });

  test('the editor is warned about hours in the coming weeks that nobody has compared', () => {
    const [thanksgiving, ...others] = listUnconfirmedHours(facts, new Date('2026-11-22T00:00:00Z'), 10);
    expect(thanksgiving).toBe(
      'content/catalog/calendar.yaml: the hours of rates-and-currencies, grains, livestock on 2026-11-26 (Thanksgiving) follow earlier years: compare them with https://www.cmegroup.com/trading-hours.html and name what you compared under sources',
    );
    expect(others).toHaveLength(1);
    expect(listUnconfirmedHours(facts, new Date('2026-01-19T00:00:00Z'), 0)).toEqual([]);
  });

  test('a release on a weekend, out of order or after its schedule is rejected', () => {
    const facts = { name: { en: 'CPI' }, url: 'https://www.bls.gov', checkedOn: '2026-11-30', time: '7:30' };
    const dates = ['2026-12-10', '2026-12-05', '2027-01-13'];
    const { error } = newsSchema.safeParse({ releases: [{ ...facts, coveredUntil: '2026-12-31', dates }] });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      '2026-12-05 is out of order or listed twice',
      '2026-12-05 is a weekend',
      '2027-01-13 comes after coveredUntil',
    ]);
  });
});
