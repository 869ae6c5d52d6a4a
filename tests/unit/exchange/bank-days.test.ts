import { describe, expect, test } from 'vitest';
import { bankDeadline } from '#shared/exchange/bank-days.ts';

const deadline = (from: string, days = 2) => new Date(bankDeadline(Date.parse(from), days)).toISOString();

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
