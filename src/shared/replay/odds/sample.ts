import type { Fill } from '#shared/accounts/model.ts';
import { tradesOf } from '#shared/accounts/statistics/trades.ts';
import { countTradingDays } from '#shared/exchange/trading-day.ts';
import { minimumSample } from '#shared/reviews/sample.ts';
import type { DayPath } from '../daily-results.ts';

/** Without days of both kinds, nothing can be said about the kind that a file hasn't seen. */
export const minimumOdds = { ...minimumSample, losingDays: 5, winningDays: 5 } as const;

/** A file's traded days, from which lives are drawn. */
export type OddsSample = {
  readonly days: readonly DayPath[];
  /** What a file needs enough of; trades are closed ones. */
  readonly counts: Readonly<Record<keyof typeof minimumOdds, number>>;
  /** Trading days of the exchange from the first day to the last. */
  readonly spanDays: number;
};

export function oddsSampleOf(days: readonly DayPath[], fills: readonly Fill[]): OddsSample {
  const [first, last] = [days[0], days.at(-1)];
  const count = (sign: number) => days.filter(({ resultCents }) => Math.sign(resultCents) === sign).length;
  return {
    days,
    counts: { days: days.length, trades: tradesOf(fills).length, losingDays: count(-1), winningDays: count(1) },
    spanDays: first && last ? countTradingDays(first.day, last.day) : 0,
  };
}

/** What the sample lacks; empty if it is enough. */
export function missingOf({ counts }: OddsSample) {
  return (['days', 'trades', 'losingDays', 'winningDays'] as const)
    .map((name) => ({ name, count: minimumOdds[name] - counts[name] }))
    .filter(({ count }) => count > 0);
}
