import type { AccountEvent, AccountRules, Fill } from '#shared/accounts/model.ts';
import { groupTrades, statisticsOf } from '#shared/accounts/statistics/statistics.ts';
import { tradesOf } from '#shared/accounts/statistics/trades.ts';
import { tradedDaysOf, worstDaysOf } from './days.ts';
import { excursionsOf, summarizeExcursions } from './excursions.ts';
import { floorDistancesOf } from './floor-distance.ts';
import { averageTradeInterval, type Interval, wilsonInterval } from './intervals.ts';
import { type Candidate, replayUnder } from './other-programs.ts';
import { sampleOf } from './sample.ts';
import type { Conclusions, ReviewReport } from './shape.ts';
import { closeDaysOf, suggestionsOf } from './suggestions.ts';
import { timingOf } from './timing.ts';

/** Number of bootstrap draws, and of shuffles in each timing test. */
export const reviewDraws = 10_000;

export type ReportInput = {
  readonly rules: AccountRules;
  /** The account's own program first. */
  readonly candidates: readonly Candidate[];
  /** Oldest first. */
  readonly events: readonly AccountEvent[];
  readonly seed: number;
  /** Prices before this time are no longer stored. */
  readonly pricesFrom: number;
};

/** Reviews an account's events. Equal input gives an equal report. */
export function makeReport({ rules, candidates, events, seed, pricesFrom }: ReportInput): ReviewReport {
  const trades = tradesOf(events.filter((event): event is Fill => event.type === 'fill'));
  const statistics = statisticsOf(trades);
  const days = tradedDaysOf(trades);
  const excursions = summarizeExcursions(trades, excursionsOf(events), pricesFrom);
  const distances = floorDistancesOf(rules, events);
  const bySize = groupTrades(trades, ({ quantity }) => quantity);
  const programs = candidates.map((candidate) => replayUnder(candidate, events));
  const sample = sampleOf(trades);
  const { wins, losses, resultCents, feeCents, winRateBps, expectancyCents, averageWinCents, averageLossCents } =
    statistics;
  const basis = { days, statistics, bySize, distances, excursions, programs };
  return {
    seed,
    draws: reviewDraws,
    sample,
    figures: {
      ...{ trades: trades.length, wins, losses, resultCents, feeCents, winRateBps, expectancyCents },
      ...{ averageWinCents, averageLossCents, byInstrument: statistics.byInstrument, bySize },
    },
    excursions,
    floor: { days: distances, ...closeDaysOf(distances, statistics), pricesFrom },
    worstDays: worstDaysOf(days),
    programs,
    conclusions: sample.isEnough ? conclude(basis, seed) : null,
  };
}

/** Random numbers are used in a fixed order: average trade, hours, weekdays. */
function conclude(
  basis: Omit<Parameters<typeof suggestionsOf>[0], 'expectancy' | 'timing'>,
  seed: number,
): Conclusions {
  const { days, statistics } = basis;
  const random = { random: seed };
  const { low, high } = wilsonInterval(statistics.wins, statistics.trades);
  const sums = days.map((day) => ({ sum: day.resultCents, trades: day.trades.length }));
  const expectancy: Interval | null = averageTradeInterval(sums, reviewDraws, random);
  const timing = timingOf(
    days.flatMap((day) => day.trades),
    reviewDraws,
    random,
  );
  return {
    winRate: { lowBps: Math.round(low * 10_000), highBps: Math.round(high * 10_000) },
    expectancy: expectancy && { lowCents: Math.round(expectancy.low), highCents: Math.round(expectancy.high) },
    timing,
    suggestions: suggestionsOf({ ...basis, expectancy, timing }),
  };
}
