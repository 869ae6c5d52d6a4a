import { minuteMs } from '#lib/durations.ts';
import { chicagoClock } from '#shared/exchange/chicago.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { resultDayOf } from '#shared/exchange/trading-day.ts';
import { binResults } from './distribution.ts';
import type { Curve, Group, Statistics } from './shape.ts';
import type { Trade } from './trades.ts';

const maxSections = 120;

const maxDays = 260;

type InstrumentGroup = Statistics['byInstrument'][number];
type ExtremeTrade = NonNullable<Statistics['bestTrade']>;
type HoldingTime = Statistics['byHolding'][number]['key'];

const holdingTimes: readonly (readonly [HoldingTime, number])[] = [
  ['under-1m', minuteMs],
  ['under-5m', 5 * minuteMs],
  ['under-15m', 15 * minuteMs],
  ['under-1h', 60 * minuteMs],
  ['longer', Number.POSITIVE_INFINITY],
];

/** @param trades in the order they were closed */
export function statisticsOf(trades: readonly Trade[]): Statistics {
  const wins = trades.filter(({ resultCents }) => resultCents > 0);
  const losses = trades.filter(({ resultCents }) => resultCents < 0);
  const wonCents = sumOf(wins);
  const lostCents = -sumOf(losses);
  const timedTrades = trades.map((trade) => ({ trade, ...chicagoClock(trade.openedAt) }));
  return {
    trades: trades.length,
    wins: wins.length,
    losses: losses.length,
    resultCents: wonCents - lostCents,
    feeCents: trades.reduce((sum, { feeCents }) => sum + feeCents, 0),
    wonCents,
    lostCents,
    winRateBps: trades.length === 0 ? null : Math.round((wins.length * 10_000) / trades.length),
    expectancyCents: averageOf(wonCents - lostCents, trades.length),
    averageWinCents: averageOf(wonCents, wins.length),
    averageLossCents: averageOf(-lostCents, losses.length),
    profitFactorBps: lostCents === 0 ? null : Math.round((wonCents * 10_000) / lostCents),
    ...drawdownsOf(trades),
    curve: curveOf(trades),
    distribution: binResults(trades.map(({ resultCents }) => resultCents)),
    bestTrade: extremeOf(trades, (trade, extreme) => trade.resultCents > extreme.resultCents),
    worstTrade: extremeOf(trades, (trade, extreme) => trade.resultCents < extreme.resultCents),
    averageHoldingMs: averageOf(
      trades.reduce((sum, { openedAt, closedAt }) => sum + closedAt - openedAt, 0),
      trades.length,
    ),
    byHour: groupBy(timedTrades, ({ minutes }) => Math.floor(minutes / 60)),
    byWeekday: groupBy(timedTrades, ({ trade }) => new Date(resultDayOf(trade.openedAt)).getUTCDay()),
    byInstrument: groupByInstrument(trades),
    byHolding: holdingTimes.flatMap(([key]) =>
      groupBy(
        timedTrades.filter(({ trade }) => holdingOf(trade) === key),
        () => key,
      ),
    ),
    bySide: groupBy(timedTrades, ({ trade }) => trade.side),
    byMonth: groupBy(timedTrades, ({ trade }) => resultDayOf(trade.closedAt).slice(0, 7)),
  };
}

export function groupTrades<Entry extends Trade, Key extends string | number>(
  trades: readonly Entry[],
  keyOf: (trade: Entry) => Key,
): Group<Key>[] {
  return groupBy(
    trades.map((trade) => ({ trade })),
    ({ trade }) => keyOf(trade),
  );
}

function holdingOf({ openedAt, closedAt }: Trade): HoldingTime {
  return holdingTimes.find(([, belowMs]) => closedAt - openedAt < belowMs)?.[0] ?? 'longer';
}

function groupBy<Key extends string | number, Entry extends { readonly trade: Trade }>(
  timedTrades: readonly Entry[],
  keyOf: (entry: Entry) => Key,
): Group<Key>[] {
  const groups = new Map<Key, { key: Key; trades: number; wins: number; resultCents: number }>();
  for (const entry of timedTrades) {
    const key = keyOf(entry);
    const group = groups.get(key) ?? { key, trades: 0, wins: 0, resultCents: 0 };
    group.trades += 1;
    group.wins += entry.trade.resultCents > 0 ? 1 : 0;
    group.resultCents += entry.trade.resultCents;
    groups.set(key, group);
  }
  return [...groups.values()].sort((left, right) => (left.key < right.key ? -1 : 1));
}

function drawdownsOf(
  trades: readonly Trade[],
): Pick<Statistics, 'maxDrawdownCents' | 'maxDrawdownDay' | 'drawdownCents'> {
  let sum = 0;
  let highest = 0;
  let deepest = { cents: 0, day: null as string | null };
  for (const { resultCents, closedAt } of trades) {
    sum += resultCents;
    highest = Math.max(highest, sum);
    if (highest - sum > deepest.cents) deepest = { cents: highest - sum, day: resultDayOf(closedAt) };
  }
  return { maxDrawdownCents: deepest.cents, maxDrawdownDay: deepest.day, drawdownCents: highest - sum };
}

function sumOf(trades: readonly Trade[]): number {
  return trades.reduce((sum, { resultCents }) => sum + resultCents, 0);
}

function averageOf(total: number, count: number): number | null {
  return count === 0 ? null : Math.sign(total) * Math.round(Math.abs(total) / count);
}

/** Lists the months of an instrument by date, not by letter: Z6 comes before H7. */
function groupByInstrument(trades: readonly Trade[]): InstrumentGroup[] {
  return groupTrades(trades, ({ instrument }) => instrument).map((group) => {
    const months = groupTrades(
      trades.filter(({ instrument }) => instrument === group.key),
      ({ month }) => month,
    );
    return { ...group, contracts: months.map((month) => ({ ...month, key: contractName(group.key, month.key) })) };
  });
}

function extremeOf(trades: readonly Trade[], isBeyond: (trade: Trade, extreme: Trade) => boolean): ExtremeTrade | null {
  const [first, ...rest] = trades;
  if (!first) return null;
  const { instrument, month, resultCents } = rest.reduce(
    (extreme, trade) => (isBeyond(trade, extreme) ? trade : extreme),
    first,
  );
  return { contract: contractName(instrument, month), resultCents };
}

/** @param trades in the order they were closed */
function curveOf(trades: readonly Trade[]): Curve {
  let sumCents = 0;
  const points = trades.map(({ closedAt, resultCents }) => {
    sumCents += resultCents;
    return { at: closedAt, sumCents };
  });
  return { points: downsampleCurve(points), days: daysOf(trades).slice(-maxDays) };
}

function daysOf(trades: readonly Trade[]): Curve['days'] {
  const days = new Map<string, Curve['days'][number]>();
  let sumCents = 0;
  for (const { closedAt, resultCents } of trades) {
    const day = resultDayOf(closedAt);
    sumCents += resultCents;
    const entry = days.get(day) ?? {
      day,
      startsAt: closedAt,
      endsAt: closedAt,
      trades: 0,
      resultCents: 0,
      sumCents: 0,
    };
    entry.endsAt = closedAt;
    entry.trades += 1;
    entry.resultCents += resultCents;
    entry.sumCents = sumCents;
    days.set(day, entry);
  }
  return [...days.values()];
}

function downsampleCurve(points: Curve['points']): Curve['points'] {
  const sections = Math.min(maxSections, points.length);
  const kept = new Set<number>(points.length === 0 ? [] : [0]);
  for (let section = 0; section < sections; section += 1) {
    const from = Math.floor((section * points.length) / sections);
    const to = Math.floor(((section + 1) * points.length) / sections);
    let [lowest, highest] = [from, from];
    for (let index = from; index < to; index += 1) {
      if (sumAt(points, index) < sumAt(points, lowest)) lowest = index;
      if (sumAt(points, index) > sumAt(points, highest)) highest = index;
    }
    kept
      .add(lowest)
      .add(highest)
      .add(to - 1);
  }
  return [...kept].sort((left, right) => left - right).flatMap((index) => points[index] ?? []);
}

function sumAt(points: Curve['points'], index: number): number {
  return points[index]?.sumCents ?? Number.NaN;
}
