import { describe, expect, test } from 'vitest';
import { chicagoTime, parseDate } from '#shared/exchange/chicago.ts';
import { weekdaysUntil } from '#shared/exchange/week.ts';

describe('the weekdays of the last weeks', () => {
  test('end with the trading week, in which Thanksgiving is closed and the day after is short', () => {
    const days = weekdaysUntil(Date.parse('2026-11-26T10:00:00-06:00'), 2);
    expect(days.map(({ date, kind }) => `${date} ${kind}`)).toEqual([
      '2026-11-16 regular',
      '2026-11-17 regular',
      '2026-11-18 regular',
      '2026-11-19 regular',
      '2026-11-20 regular',
      '2026-11-23 regular',
      '2026-11-24 regular',
      '2026-11-25 regular',
      '2026-11-26 closed',
      '2026-11-27 half',
    ]);
    expect(days[0]?.noonAt).toBe(Date.parse('2026-11-16T12:00:00-06:00'));
  });

  test('run from Monday to Friday for one week, and Sunday evening starts the next', () => {
    const dates = (at: string) => weekdaysUntil(Date.parse(at), 1).map(({ date }) => date);
    const week = ['2026-10-05', '2026-10-06', '2026-10-07', '2026-10-08', '2026-10-09'];
    expect(dates('2026-10-05T09:00:00-05:00')).toEqual(week);
    expect(dates('2026-10-09T15:59:00-05:00')).toEqual(week);
    expect(dates('2026-10-04T17:00:00-05:00')).toEqual(week);
    expect(dates('2026-10-09T17:00:00-05:00')[0]).toBe('2026-10-12');
  });
});

describe('dates and Chicago time', () => {
  test('a date is parsed as days since 1970, and only if it is a real day in YYYY-MM-DD', () => {
    expect(parseDate('1970-01-02')).toBe(1);
    expect(parseDate('2026-11-26')).toBe(20_783);
    const wrong = ['2026-13-01', '2026-02-29', '2026-11-26T10:00', 'x2026-11-26', '+002026-11-26', '2026-11-261', ''];
    expect(wrong.filter((text) => parseDate(text) !== null)).toEqual([]);
  });

  test('the day before a clock change keeps the old offset until it ends', () => {
    expect(chicagoTime(parseDate('2026-03-07') ?? 0, 17 * 60)).toBe(Date.parse('2026-03-07T23:00:00Z'));
    expect(chicagoTime(parseDate('2026-03-08') ?? 0, 17 * 60)).toBe(Date.parse('2026-03-08T22:00:00Z'));
  });
});
