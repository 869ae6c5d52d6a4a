import { describe, expect, test } from 'vitest';
import { bankDayFrom, bankDeadline } from '#shared/exchange/bank-days.ts';

const deadline = (from: string, days = 2) => new Date(bankDeadline(Date.parse(from), days)).toISOString();

test('the hour of a request runs at once on a bank day, and from the next one after the cut-off', () => {
  const runsFrom = (at: string) => new Date(bankDayFrom(Date.parse(at))).toISOString();
  // Monday, 16:59:59 and 17:00 in Chicago.
  expect(runsFrom('2026-11-16T22:59:59Z')).toBe('2026-11-16T22:59:59.000Z');
  expect(runsFrom('2026-11-16T23:00:00Z')).toBe('2026-11-17T06:00:00.000Z');
  expect(runsFrom('2026-11-16T06:00:00Z')).toBe('2026-11-16T06:00:00.000Z');
  // Friday evening, and Thanksgiving, which is followed by a bank day.
  expect(runsFrom('2026-11-20T23:30:00Z')).toBe('2026-11-23T06:00:00.000Z');
  expect(runsFrom('2026-11-26T15:00:00Z')).toBe('2026-11-27T06:00:00.000Z');
  // Clocks go forward on Sunday, March 8, 2026, and back on Sunday, November 1.
  expect(runsFrom('2026-03-07T12:00:00Z')).toBe('2026-03-09T05:00:00.000Z');
  expect(runsFrom('2026-10-31T12:00:00Z')).toBe('2026-11-02T06:00:00.000Z');
});

describe('bank days', () => {
  test('a deadline of two bank days ends at 17:00 in Chicago on the second one', () => {
    expect(deadline('2026-11-16T15:00:00Z')).toBe('2026-11-18T23:00:00.000Z');
    // Chicago is an hour closer to UTC in summer.
    expect(deadline('2026-07-20T15:00:00Z')).toBe('2026-07-22T22:00:00.000Z');
  });

  test('weekends do not count', () => {
    expect(deadline('2026-11-20T15:00:00Z')).toBe('2026-11-24T23:00:00.000Z');
    expect(deadline('2026-11-21T12:00:00Z')).toBe('2026-11-24T23:00:00.000Z');
  });

  test('a day counts only if banks on both sides of the Atlantic are open', () => {
    // Thanksgiving in the United States; the exchange trades on that morning.
    expect(deadline('2026-11-25T15:00:00Z')).toBe('2026-11-30T23:00:00.000Z');
    // Easter: Friday and Monday in the euro area only.
    expect(deadline('2026-04-02T15:00:00Z')).toBe('2026-04-08T22:00:00.000Z');
  });

  test('a holiday on a Saturday leaves the Friday before it a bank day', () => {
    expect(deadline('2026-07-02T15:00:00Z', 1)).toBe('2026-07-03T22:00:00.000Z');
  });

  test('the day of a request is the day in Chicago', () => {
    // 23:30 on Monday in Chicago.
    expect(deadline('2026-11-17T05:30:00Z', 1)).toBe('2026-11-17T23:00:00.000Z');
  });
});
