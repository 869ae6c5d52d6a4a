import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getTradingDay } from '#shared/exchange/trading-day.ts';
import {
  capOf,
  daysAfter,
  evaluatePayout,
  lastClosedDay,
  type PayoutInput,
  splitPayout,
} from '#shared/payouts/eligibility.ts';
import type { PayoutTerms } from '#shared/payouts/quote-shape.ts';

/** The figures of content/faq 4-83 and 4-84; the results below are worked out by hand. */
const terms: PayoutTerms = {
  winningDays: 5,
  winningDayMinimumCents: 15_000,
  bestDayShareBps: 4_000,
  profitShareBps: 5_000,
  bufferCents: 10_000,
  minimumCents: 25_000,
  split: { traderBps: 9_000, fullUntilCents: 1_000_000 },
};

function payoutInput(dayResults: readonly number[], changes: Partial<PayoutInput> = {}): PayoutInput {
  const profitCents = dayResults.reduce((sum, cents) => sum + cents, 0);
  return {
    startingBalanceCents: 5_000_000,
    balanceCents: 5_000_000 + profitCents,
    isFunded: true,
    isBreached: false,
    openContracts: 0,
    days: dayResults.map((cents) => ({ profitCents: cents, closed: true })),
    capCents: 150_000,
    paidCents: 0,
    ...changes,
  };
}

const fiveDays = [40_000, 40_000, 40_000, 40_000, 40_000];

describe('payouts', () => {
  test('a payout is half of the profit above the buffer: (2,000 − 100) ÷ 2 = 950', () => {
    expect(evaluatePayout(terms, payoutInput(fiveDays))).toMatchObject({
      eligible: true,
      availableCents: 95_000,
      reasons: [],
    });
  });

  test('each payout number has its cap, and the last cap applies from then on', () => {
    const caps = [150_000, 200_000, 250_000, 400_000];
    expect([0, 1, 3, 9].map((paid) => capOf(caps, paid))).toEqual([150_000, 200_000, 400_000, 400_000]);
    const rich = payoutInput([100_000, 100_000, 100_000, 100_000, 100_000]);
    expect(evaluatePayout(terms, rich)).toMatchObject({ shareCents: 245_000, availableCents: 150_000 });
  });

  test('a payout needs five winning days of 150, and a day of 149.99 doesn’t count', () => {
    const { reasons } = evaluatePayout(terms, payoutInput([40_000, 40_000, 40_000, 40_000, 14_999]));
    expect(reasons).toEqual([{ name: 'winning-days', current: 4, required: 5, minimumCents: 15_000 }]);
  });

  test('the best day raises the required profit: 1,000 ÷ 0.4 = 2,500, of which 1,600 is reached', () => {
    const { reasons } = evaluatePayout(terms, payoutInput([100_000, 15_000, 15_000, 15_000, 15_000]));
    expect(reasons).toEqual([
      { name: 'best-day', bestDayCents: 100_000, requiredCents: 250_000, missingCents: 90_000 },
    ]);
  });

  test('a payout is at least 250: five days of 119 leave (595 − 100) ÷ 2 = 247.50', () => {
    const { reasons } = evaluatePayout({ ...terms, winningDayMinimumCents: 0 }, payoutInput(Array(5).fill(11_900)));
    expect(reasons).toEqual([{ name: 'minimum', availableCents: 24_750, minimumCents: 25_000 }]);
  });

  test('a payout counts only closed days and needs flat positions', () => {
    const open = payoutInput(fiveDays, { openContracts: 2 });
    const days = open.days.map((day, index) => ({ ...day, closed: index < 4 }));
    const { reasons } = evaluatePayout(terms, { ...open, days });
    expect(reasons.map(({ name }) => name)).toEqual(['open-positions', 'winning-days']);
  });

  test('today is left out: five closed days of 150 and 3,000 today give (750 − 100) ÷ 2 = 325', () => {
    const days = [...Array(5).fill(15_000), 300_000].map((profitCents, index) => ({ profitCents, closed: index < 5 }));
    const before = evaluatePayout(terms, payoutInput([], { days, balanceCents: 5_375_000 }));
    expect(before).toMatchObject({ eligible: true, profitCents: 75_000, shareCents: 32_500, availableCents: 32_500 });
    const after = payoutInput([], { days: days.map((day) => ({ ...day, closed: true })), balanceCents: 5_375_000 });
    expect(evaluatePayout(terms, after).reasons).toEqual([
      { name: 'best-day', bestDayCents: 300_000, requiredCents: 750_000, missingCents: 375_000 },
    ]);
  });

  test('the live balance limits a payout: losing 400 today gives (2,000 − 400 − 100) ÷ 2 = 750', () => {
    const today = { profitCents: -40_000, closed: false };
    const days = [...fiveDays.map((profitCents) => ({ profitCents, closed: true })), today];
    expect(evaluatePayout(terms, payoutInput([], { days, balanceCents: 5_160_000 })).availableCents).toBe(75_000);
  });

  test('a best day of exactly 40 % qualifies: 1,000 of 2,500', () => {
    expect(evaluatePayout(terms, payoutInput([100_000, 50_000, 50_000, 25_000, 25_000])).eligible).toBe(true);
    expect(evaluatePayout(terms, payoutInput([100_000, 50_000, 50_000, 25_000, 24_999])).reasons).toEqual([
      { name: 'best-day', bestDayCents: 100_000, requiredCents: 250_000, missingCents: 1 },
    ]);
  });

  test('a payout of exactly 250 qualifies: (600 − 100) ÷ 2', () => {
    const low = { ...terms, winningDayMinimumCents: 0 };
    expect(evaluatePayout(low, payoutInput(Array(5).fill(12_000)))).toMatchObject({
      eligible: true,
      availableCents: 25_000,
    });
    expect(evaluatePayout(low, payoutInput([12_000, 12_000, 12_000, 12_000, 11_999])).eligible).toBe(false);
  });

  test('a payout includes the days whose close is booked, and the next one all later days', () => {
    const days = ['2026-11-17', '2026-11-18', '2026-11-19'].map((day, index) => ({
      ...{ day: getTradingDay(day), profitCents: 0, closed: index < 2 },
    }));
    expect(lastClosedDay([])).toBeNull();
    expect(lastClosedDay(days)).toBe('2026-11-18');
    expect(daysAfter(days, lastClosedDay(days)).map(({ day }) => day)).toEqual(['2026-11-19']);
    expect(daysAfter(days, null)).toBe(days);
  });

  test('an evaluation and a breached account get no payout, and only that reason', () => {
    expect(evaluatePayout(terms, payoutInput([], { isFunded: false })).reasons).toEqual([{ name: 'not-funded' }]);
    expect(evaluatePayout(terms, payoutInput([], { isBreached: true })).reasons).toEqual([{ name: 'breached' }]);
  });

  test('the split is 90/10 beyond the first 10,000: of 1,500 after 9,000 the firm gets a tenth of 500', () => {
    expect(splitPayout(terms, 150_000, 900_000)).toEqual({ traderCents: 145_000, firmCents: 5_000 });
    expect(splitPayout(terms, 150_000, 0)).toEqual({ traderCents: 150_000, firmCents: 0 });
  });

  test('the split never loses a cent, and a payout never exceeds the available amount', () => {
    const results = fc.array(fc.integer({ min: -200_000, max: 400_000 }), { maxLength: 40 });
    fc.assert(
      fc.property(results, fc.nat({ max: 3_000_000 }), (dayResults, paidCents) => {
        const payout = evaluatePayout(terms, payoutInput(dayResults, { paidCents }));
        expect(payout.traderCents + payout.firmCents).toBe(payout.availableCents);
        expect(payout.availableCents).toBeLessThanOrEqual(Math.max(0, payout.profitCents));
        expect(Number.isInteger(payout.traderCents)).toBe(true);
        expect(payout.eligible).toBe(payout.reasons.length === 0);
      }),
    );
  });
});
