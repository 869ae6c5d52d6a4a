import type { Trade } from '#shared/accounts/statistics/trades.ts';
import { resultDayOf } from '#shared/exchange/trading-day.ts';
import type { ReviewReport } from './shape.ts';

/** With fewer trades or days, a review contains figures but no conclusions. */
export const minimumSample = { trades: 30, days: 20 } as const;

/** Counts the sample: closed trades and the trading days on which they closed. The checkout calls this before payment, and the review when it is made. */
export function sampleOf(trades: readonly Trade[]): ReviewReport['sample'] {
  const days = new Set(trades.map(({ closedAt }) => resultDayOf(closedAt))).size;
  const isEnough = trades.length >= minimumSample.trades && days >= minimumSample.days;
  return { trades: trades.length, days, isEnough };
}
