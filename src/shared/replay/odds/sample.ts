import type { Fill } from '#shared/accounts/model.ts';
import { tradesOf } from '#shared/accounts/statistics/trades.ts';
import { countTradingDays } from '#shared/exchange/trading-day.ts';
import { minimumSample } from '#shared/reviews/sample.ts';
import type { DayPath } from '../daily-results.ts';

/** A file's traded days, from which lives are drawn. */
export type OddsSample = {
  readonly days: readonly DayPath[];
  /** Closed trades. */
  readonly trades: number;
  readonly losingDays: number;
  readonly winningDays: number;
  /** Trading days of the exchange from the first day to the last. */
  readonly spanDays: number;
};

/** Of what a file needs, what it lacks; all 0 if it has enough. */
export type MissingSample = {
  readonly days: number;
  readonly trades: number;
  readonly losingDays: number;
  readonly winningDays: number;
};

/** Without days of both kinds, nothing can be said about the kind that a file hasn't seen. */
export const minimumOdds = { ...minimumSample, losingDays: 5, winningDays: 5 } as const;

export function oddsSampleOf(days: readonly DayPath[], fills: readonly Fill[]): OddsSample {
  const [first, last] = [days[0], days.at(-1)];
  return {
    days,
    trades: tradesOf(fills).length,
    losingDays: days.filter(({ resultCents }) => resultCents < 0).length,
    winningDays: days.filter(({ resultCents }) => resultCents > 0).length,
    spanDays: first === undefined || last === undefined ? 0 : countTradingDays(first.day, last.day),
  };
}

/** Null if the sample is enough. */
export function missingOf({ days, ...sample }: OddsSample): MissingSample | null {
  const has = { ...sample, days: days.length };
  const lacks = (name: keyof MissingSample) => Math.max(0, minimumOdds[name] - has[name]);
  const missing = {
    days: lacks('days'),
    trades: lacks('trades'),
    losingDays: lacks('losingDays'),
    winningDays: lacks('winningDays'),
  };
  return Object.values(missing).some((count) => count > 0) ? missing : null;
}

/** How many days with trades a span of trading days has, at the file's pace. */
export function tradedDaysIn({ days, spanDays }: OddsSample, tradingDays: number): number {
  return Math.max(1, Math.round((tradingDays * days.length) / spanDays));
}
