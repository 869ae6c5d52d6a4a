import { describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { findTradingDay, sessionCloseAt, tradingDayOf } from '#shared/exchange/trading-day.ts';
import { includedTaxCents } from '#shared/orders/included-tax.ts';
import { listRetries, periodEnd, renewalReminderMs } from '#shared/orders/renewal.ts';
import type { BillingInterval } from '#shared/orders/types.ts';
import { evaluatePayout } from '#shared/payouts/eligibility.ts';
import type { PayoutTerms } from '#shared/payouts/quote-shape.ts';
import { isOwnTransfer, transferSourceId } from '#shared/payouts/transfer-source.ts';

const terms: PayoutTerms = {
  winningDays: 5,
  winningDayMinimumCents: 15_000,
  bestDayShareBps: 4_000,
  profitShareBps: 5_000,
  bufferCents: 10_000,
  minimumCents: 25_000,
  split: { traderBps: 9_000, fullUntilCents: 1_000_000 },
};

function payoutAfter(...results: readonly number[]) {
  return evaluatePayout(terms, {
    startingBalanceCents: 5_000_000,
    balanceCents: 5_000_000 + results.reduce((sum, cents) => sum + cents, 0),
    isFunded: true,
    isBreached: false,
    openContracts: 0,
    days: results.map((profitCents) => ({ profitCents, closed: true })),
    capCents: 150_000,
    paidCents: 0,
  });
}

describe('payout edge cases', () => {
  test('a best day of exactly 40 % of the profit qualifies, and one cent more does not', () => {
    const others = [15_000, 15_000, 15_000, 15_000];
    expect(payoutAfter(40_000, ...others)).toMatchObject({ eligible: true, availableCents: 45_000 });
    // 400.01 ÷ 0.4 = 1,000.025, so the profit of 1,000 misses 3 cents.
    expect(payoutAfter(40_001, ...others, -1).reasons).toEqual([
      { name: 'best-day', bestDayCents: 40_001, requiredCents: 100_003, missingCents: 3 },
    ]);
  });

  test('a payout of exactly $250 is possible, and with a cent less profit it is not', () => {
    const winning = [15_000, 15_000, 15_000, 15_000, 15_000];
    // (600 − 100) ÷ 2 = 250.
    expect(payoutAfter(...winning, -15_000)).toMatchObject({ eligible: true, availableCents: 25_000 });
    expect(payoutAfter(...winning, -15_001).reasons).toEqual([
      { name: 'minimum', availableCents: 24_999, minimumCents: 25_000 },
    ]);
  });
});

describe('tax edge cases', () => {
  test('half a cent of tax rounds up to a cent, and a third of a cent rounds down', () => {
    // One sixth of a price that includes 20 %.
    expect([2, 3, 8, 9, 12].map((cents) => includedTaxCents(cents, 2_000))).toEqual([0, 1, 1, 2, 2]);
    expect(includedTaxCents(11_900, 1_900)).toBe(1_900);
    expect(includedTaxCents(14_900, 0)).toBe(0);
  });
});

describe('a period that starts on the 31st', () => {
  const on = (date: string) => Date.parse(`${date}T12:00:00Z`);
  test.each([
    ['2027-01-31', '2027-01-31', 'monthly', '2027-02-28'],
    ['2027-01-31', '2027-02-28', 'monthly', '2027-03-31'],
    ['2027-01-31', '2027-03-31', 'monthly', '2027-04-30'],
    ['2028-01-31', '2028-01-31', 'monthly', '2028-02-29'],
    ['2027-12-31', '2027-12-31', 'monthly', '2028-01-31'],
    ['2028-02-29', '2028-02-29', 'yearly', '2029-02-28'],
  ] as const)('a period anchored on %s that started on %s (%s) ends on %s', (anchor, start, interval, end) => {
    expect(periodEnd(on(anchor), on(start), interval)).toBe(on(end));
  });
});

describe('a renewal', () => {
  const days = (count: number) => Date.UTC(2027, 0, 10) + count * dayMs;

  test.each([
    ['immediately', 0, 1],
    ['just before the first retry', 0.99, 1],
    ['at the first retry', 1, 3],
    ['between retries, with another card', 2, 3],
    ['at the second retry', 3, 7],
    ['at the last retry', 7, null],
  ])('that is declined %s gets its scheduled next attempt', (_, declinedAfter, next) => {
    expect(listRetries(days(0), days(declinedAfter))[0] ?? null).toBe(next === null ? null : days(next));
  });
});

/** Weekdays without a trading day of their own, and half days with the last close in Chicago. */
const calendar = {
  2026: {
    none: '01-01 01-19 02-16 05-25 06-19 07-03 09-07 11-26 12-25',
    early: { '04-03': '10:15', '11-27': '13:45', '12-24': '12:45' },
  },
  2027: { none: '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24', early: { '11-26': '13:45' } },
  2028: {
    none: '01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25',
    early: { '11-24': '13:45' },
  },
} as const;

describe.each(Object.entries(calendar))('the holidays of %s', (year, { none, early }) => {
  const weekdays = Array.from({ length: 366 }, (_, index) => new Date(Date.UTC(Number(year), 0, index + 1)))
    .filter((date) => date.getUTCFullYear() === Number(year) && date.getUTCDay() % 6 !== 0)
    .map((date) => date.toISOString().slice(0, 10));
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Chicago', hour: '2-digit', minute: '2-digit' });

  test('only the listed dates have no trading day', () => {
    const missing = weekdays.filter((date) => findTradingDay(date) === null).map((date) => date.slice(5));
    expect(missing.join(' ')).toBe(none);
  });

  test('all other days close at 16:00 except the half days', () => {
    const closes = weekdays.flatMap((date) => {
      const day = findTradingDay(date);
      const time = day === null ? '16:00' : clock.format(sessionCloseAt(day));
      return time === '16:00' ? [] : [[date.slice(5), time]];
    });
    expect(Object.fromEntries(closes)).toEqual(early);
  });
});

test('index futures trade until 08:15 on Good Friday 2026, and not at all on Good Friday 2027', () => {
  // 08:00 in Chicago, summer time.
  expect(tradingDayOf(Date.parse('2026-04-03T13:00:00Z'))).toBe('2026-04-03');
  expect(tradingDayOf(Date.parse('2027-03-26T13:00:00Z'))).toBe('2027-03-29');
});

test('the number of days before a renewal reminder depends on the period and the buyer’s country', () => {
  const france = { countries: ['FR'], renewalReminder: { monthlyDays: 5, yearlyDays: 30 } };
  const reminders = { places: { france }, renewalReminder: { monthlyDays: 3, yearlyDays: 15 } };
  const days = (interval: BillingInterval, country: string) => renewalReminderMs(reminders, interval, country) / dayMs;
  expect([days('monthly', 'FR'), days('yearly', 'FR')]).toEqual([5, 30]);
  expect([days('monthly', 'PT'), days('yearly', 'PT')]).toEqual([3, 15]);
});

test('our own transfer echoed by the platform is recognized by its source id, and a platform’s own adjustment is not', () => {
  expect(transferSourceId('R1')).toBe('payout-transfer-R1');
  expect([isOwnTransfer(transferSourceId('R1')), isOwnTransfer('R1'), isOwnTransfer('x-payout-transfer-')]).toEqual([
    true,
    false,
    false,
  ]);
});
