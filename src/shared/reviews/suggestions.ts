import type { Group, Statistics } from '#shared/accounts/statistics/shape.ts';
import { resultWithDailyStop, type TradedDay, tradesAfterTwoLosses } from './days.ts';
import type { Interval } from './intervals.ts';
import type { ReviewReport, Suggestion, Timing } from './shape.ts';

export type SuggestionInput = Pick<ReviewReport, 'excursions' | 'programs'> & {
  readonly days: readonly TradedDay[];
  readonly statistics: Statistics;
  /** Confidence interval of the average trade; null if it can't be computed. */
  readonly expectancy: Interval | null;
  readonly bySize: readonly Group<number>[];
  readonly timing: Timing;
  readonly distances: readonly DayDistance[];
};

type DayDistance = ReviewReport['floor']['days'][number];

const maxSuggestions = 3;
/** Patterns need at least this many trades. */
const minimumTrades = 10;
/** About twenty years; a larger number would mean nothing. */
const maxDays = 5_000;

/**
 * Returns the first three that apply, in this order: the average trade is significantly negative; an hour or weekday
 * loses significantly; a tenth of the days come within an average loss of the floor; another program breaches less;
 * trades after two losses lose; a daily stop at the average losing day saves a twentieth of the losses; a stop keeps
 * nine of ten winners; a quarter of the losers were ahead; only the largest size loses. General suggestions follow.
 */
export function suggestionsOf(input: SuggestionInput): Suggestion[] {
  const found: Suggestion[] = [];
  for (const rule of rules) {
    const suggestion = found.length < maxSuggestions ? rule(input) : null;
    if (suggestion) found.push(suggestion);
  }
  return found;
}

const rules: readonly ((input: SuggestionInput) => Suggestion | null)[] = [
  ({ expectancy }) =>
    expectancy && expectancy.high < 0 ? { kind: 'no-edge', highCents: Math.round(expectancy.high) } : null,
  ({ timing }) => {
    const [worst] = timing.effects
      .filter(
        ({ isFinding, averageCents, otherAverageCents }) => isFinding && averageCents < Math.min(0, otherAverageCents),
      )
      .sort((left, right) => left.resultCents - right.resultCents);
    if (!worst) return null;
    const { kind: unit, key, trades, resultCents } = worst;
    return { kind: 'timing', unit, key, trades, resultCents };
  },
  ({ distances, statistics }) => {
    const { closeDays, lossCents } = closeDaysOf(distances, statistics);
    if (lossCents === 0 || closeDays === 0 || closeDays * 10 < distances.length) return null;
    return { kind: 'floor', closeDays, days: distances.length, lossCents };
  },
  ({ programs: [own, ...others] }) => {
    if (!own || own.breached === 0) return null;
    const better = others
      .filter(({ breached, fillsOverLimit }) => breached < own.breached && fillsOverLimit === 0)
      .sort((left, right) => left.breached - right.breached || left.lockedDays - right.lockedDays)[0];
    if (!better) return null;
    const { program, size, breached, attempts } = better;
    return { kind: 'program', program, size, breached, ownBreached: own.breached, attempts };
  },
  ({ days, statistics }) => {
    const after = days.flatMap(tradesAfterTwoLosses);
    const resultCents = after.reduce((sum, trade) => sum + trade.resultCents, 0);
    const isWorse = resultCents / after.length < (statistics.expectancyCents ?? 0);
    if (after.length < minimumTrades || resultCents >= 0 || !isWorse) return null;
    return { kind: 'after-losses', trades: after.length, resultCents };
  },
  ({ days, statistics }) => {
    const losing = days.filter(({ resultCents }) => resultCents < 0);
    const lostCents = -losing.reduce((sum, { resultCents }) => sum + resultCents, 0);
    if (losing.length === 0) return null;
    const stopCents = Math.round(lostCents / losing.length);
    const savedCents = resultWithDailyStop(days, stopCents) - statistics.resultCents;
    return savedCents * 20 < lostCents ? null : { kind: 'daily-stop', stopCents, savedCents };
  },
  ({ excursions, statistics }) => {
    const { mostWinnersAdverseCents: stopCents, winners, losers } = excursions;
    const lossCents = -(statistics.averageLossCents ?? 0);
    if (stopCents === null || stopCents === 0 || Math.min(winners, losers) < minimumTrades) return null;
    return stopCents < lossCents ? { kind: 'stop', stopCents, winners, lossCents } : null;
  },
  ({ excursions: { losersOnceAhead: trades, losers }, statistics }) => {
    const lossCents = -(statistics.averageLossCents ?? 0);
    return trades >= 5 && trades * 4 >= losers ? { kind: 'give-back', trades, losers, lossCents } : null;
  },
  ({ bySize }) => {
    const largest = bySize.at(-1);
    const others = bySize.slice(0, -1).reduce((sum, { resultCents }) => sum + resultCents, 0);
    if (!largest || largest.trades < minimumTrades) return null;
    if (largest.resultCents >= 0 || others <= 0) return null;
    return { kind: 'size', contracts: largest.key, trades: largest.trades, resultCents: largest.resultCents };
  },
  ({ expectancy, days, statistics: { expectancyCents } }) => {
    if (!expectancy || expectancy.low > 0 || expectancy.high < 0 || !expectancyCents) return null;
    const half = (expectancy.high - expectancy.low) / 2;
    const needed = Math.ceil(days.length * (half / expectancyCents) ** 2);
    return { kind: 'more-days', days: Math.min(needed, maxDays) };
  },
  ({ expectancy }) =>
    expectancy && expectancy.low > 0 ? { kind: 'keep', lowCents: Math.round(expectancy.low) } : null,
  ({ statistics: { wins, losses, winRateBps, averageLossCents } }) => {
    if (wins === 0 || losses === 0 || winRateBps === null || averageLossCents === null) return null;
    const winCents = Math.ceil((-averageLossCents * losses) / wins);
    return { kind: 'break-even', winRateBps, lossCents: -averageLossCents, winCents };
  },
  ({ statistics: { feeCents, trades } }) => ({
    kind: 'costs',
    feeCents,
    trades,
    perTradeCents: Math.round(feeCents / trades),
  }),
];

/** Counts the days on which equity came within an average losing trade of the floor. */
export function closeDaysOf(
  distances: readonly DayDistance[],
  { averageLossCents }: Pick<Statistics, 'averageLossCents'>,
): { readonly closeDays: number; readonly lossCents: number } {
  const lossCents = -(averageLossCents ?? 0);
  return { closeDays: distances.filter(({ lowestCents }) => lowestCents <= lossCents).length, lossCents };
}
