import { replayEach } from '#shared/accounts/equity-curve.ts';
import type { AccountEvent, AccountRules, AccountState, Fill } from '#shared/accounts/model.ts';
import { groupTrades, statisticsOf } from '#shared/accounts/statistics/statistics.ts';
import { tradesOf } from '#shared/accounts/statistics/trades.ts';
import { resultDayOf, type TradingDay } from '#shared/exchange/trading-day.ts';
import { tradedDaysOf, worstDaysOf } from './days.ts';
import { excursionsOf, summarizeExcursions } from './excursions.ts';
import { averageTradeInterval, type Interval, wilsonInterval } from './intervals.ts';
import { type Candidate, replayUnder } from './other-programs.ts';
import { sampleOf } from './sample.ts';
import type { Conclusions, ReviewReport } from './shape.ts';
import { closeDaysOf, suggestionsOf } from './suggestions.ts';
import { timingOf } from './timing.ts';

type DayDistance = ReviewReport['floor']['days'][number];

type Distance = Pick<AccountState, 'equityCents' | 'floorCents' | 'dailyFloorCents'>;

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

/** Per day, oldest first; empty if the rules have no floor. Only fills and prices of open positions count. */
export function floorDistancesOf(rules: AccountRules, events: Iterable<AccountEvent>): DayDistance[] {
  const days = new Map<TradingDay, DayDistance>();
  let wasBreached = false;
  for (const { event, state } of replayEach(rules, events)) {
    const alreadyBreached = wasBreached;
    wasBreached = state.status === 'breached';
    if (alreadyBreached && wasBreached) continue;
    if (event.type !== 'fill' && (event.type !== 'mark' || state.positions.length === 0)) continue;
    const cents = distanceOf(state);
    if (cents === null) continue;
    const day = resultDayOf(event.at);
    const lowestCents = Math.min(cents, days.get(day)?.lowestCents ?? cents);
    days.set(day, { day, lowestCents, lastCents: cents });
  }
  return [...days.values()];
}

function distanceOf({ equityCents, floorCents, dailyFloorCents }: Distance): number | null {
  const floors = [floorCents, dailyFloorCents].filter((floor) => floor !== null);
  return floors.length === 0 ? null : Math.max(0, equityCents - Math.max(...floors));
}
