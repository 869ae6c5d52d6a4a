import { resultDayOf } from '../calendar/trading-day.ts';
import type { Trade } from '../statistics/trades.ts';

/** Below either number a review gives the record without conclusions. */
export const minimumSample = { trades: 30, days: 20 } as const;

/** What a review can rest on: closed trades and the trading days they were closed on. */
export type Sample = { readonly trades: number; readonly days: number; readonly isEnough: boolean };

/** Whether a record says enough. The checkout asks before the payment, the review when it is made. */
export function sampleOf(trades: readonly Trade[]): Sample {
  const days = new Set(trades.map(({ closedAt }) => resultDayOf(closedAt))).size;
  const isEnough = trades.length >= minimumSample.trades && days >= minimumSample.days;
  return { trades: trades.length, days, isEnough };
}
