import { getTradingDay, nextTradingDay } from '#shared/exchange/trading-day.ts';
import { quotePayout } from '#shared/payouts/quote.ts';
import type { PayoutFacts } from '#shared/payouts/quote-shape.ts';

export const days = [getTradingDay('2026-03-02')];
while (days.length < 12) days.push(nextTradingDay(days.at(-1) ?? getTradingDay('2026-03-02')));

/** A funded Classic 50K on a Wednesday at 10:00 in Chicago, with five closed days of 400 each. */
export function makeFacts(changes: Partial<PayoutFacts> = {}): PayoutFacts {
  return {
    asOf: Date.UTC(2026, 2, 11, 15),
    terms: {
      winningDays: 5,
      winningDayMinimumCents: 15_000,
      bestDayShareBps: 4_000,
      profitShareBps: 5_000,
      bufferCents: 10_000,
      minimumCents: 25_000,
      split: { traderBps: 9_000, fullUntilCents: 1_000_000 },
    },
    feesCents: { 'bank-transfer': 0, wise: 0, usdc: 0 },
    capsCents: [150_000, 200_000, 250_000, 400_000],
    paidCount: 0,
    paidCents: 0,
    startingBalanceCents: 5_000_000,
    balanceCents: 5_200_000,
    equityCents: 5_200_000,
    floorCents: 5_000_000,
    isFunded: true,
    isBreached: false,
    isSuspended: false,
    openContracts: 0,
    openPayoutNumber: null,
    days: days.slice(0, 5).map((day) => ({ day, profitCents: 40_000, closed: true })),
    ...changes,
  };
}

export const quote = (facts: PayoutFacts, amountCents: number) =>
  quotePayout(facts, { amountCents, method: 'bank-transfer' });
