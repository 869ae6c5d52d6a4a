import { chicagoClock } from '../calendar/chicago.ts';
import { resultDayOf, type TradingDay } from '../calendar/trading-day.ts';
import { contractName } from '../instrument/contract-month.ts';
import { type Curve, curveOf } from './curve.ts';
import type { Trade } from './trades.ts';

/** Results of a group of trades. `winRateBps` and `expectancyCents` are null without trades. */
export type Group<Key> = {
  readonly key: Key;
  readonly trades: number;
  readonly wins: number;
  readonly resultCents: number;
};

/** Results of an instrument, and of each of its contract months, `ESZ6`. */
export type InstrumentGroup = Group<string> & { readonly contracts: Group<string>[] };

/** One trade with its contract month, `ESZ6`. */
export type ExtremeTrade = { readonly contract: string; readonly resultCents: number };

export type HoldingTime = 'under-1m' | 'under-5m' | 'under-15m' | 'under-1h' | 'longer';

export type Statistics = {
  readonly trades: number;
  readonly wins: number;
  readonly losses: number;
  readonly resultCents: number;
  readonly feeCents: number;
  readonly winRateBps: number | null;
  /** The average result of a trade, half cents rounded away from zero. */
  readonly expectancyCents: number | null;
  readonly averageWinCents: number | null;
  readonly averageLossCents: number | null;
  /** Gains ÷ losses in basis points; null without a loss. */
  readonly profitFactorBps: number | null;
  /** The deepest fall of the cumulative results from their peak, as a positive amount. */
  readonly maxDrawdownCents: number;
  /** The distance from the peak at the end. */
  readonly drawdownCents: number;
  readonly curve: Curve;
  /** The first of several that are equal; null without trades. */
  readonly bestTrade: ExtremeTrade | null;
  readonly worstTrade: ExtremeTrade | null;
  readonly averageHoldingMs: number | null;
  /** Chicago hours 0–23, and weekdays 1 (Monday) – 5 of the trading day, by the opening time of the trade. */
  readonly byHour: Group<number>[];
  readonly byWeekday: Group<number>[];
  readonly byInstrument: InstrumentGroup[];
  readonly byHolding: Group<HoldingTime>[];
  readonly bySide: Group<Trade['side']>[];
  /** Months as `2026-11`, by the trading day of the closing fill. */
  readonly byMonth: Group<string>[];
};

const minuteMs = 60_000;
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
  const placed = trades.map((trade) => ({ trade, ...chicagoClock(trade.openedAt) }));
  return {
    trades: trades.length,
    wins: wins.length,
    losses: losses.length,
    resultCents: wonCents - lostCents,
    feeCents: trades.reduce((sum, { feeCents }) => sum + feeCents, 0),
    winRateBps: trades.length === 0 ? null : Math.round((wins.length * 10_000) / trades.length),
    expectancyCents: averageOf(wonCents - lostCents, trades.length),
    averageWinCents: averageOf(wonCents, wins.length),
    averageLossCents: averageOf(-lostCents, losses.length),
    profitFactorBps: lostCents === 0 ? null : Math.round((wonCents * 10_000) / lostCents),
    ...fallsOf(trades),
    curve: curveOf(trades),
    bestTrade: extremeOf(trades, (trade, found) => trade.resultCents > found.resultCents),
    worstTrade: extremeOf(trades, (trade, found) => trade.resultCents < found.resultCents),
    averageHoldingMs: averageOf(
      trades.reduce((sum, { openedAt, closedAt }) => sum + closedAt - openedAt, 0),
      trades.length,
    ),
    byHour: groupBy(placed, ({ minutes }) => Math.floor(minutes / 60)),
    byWeekday: groupBy(placed, ({ trade }) => weekdayOf(resultDayOf(trade.openedAt))),
    byInstrument: groupByInstrument(trades),
    byHolding: holdingTimes.flatMap(([key]) =>
      groupBy(
        placed.filter(({ trade }) => holdingOf(trade) === key),
        () => key,
      ),
    ),
    bySide: groupBy(placed, ({ trade }) => trade.side),
    byMonth: groupBy(placed, ({ trade }) => resultDayOf(trade.closedAt).slice(0, 7)),
  };
}

/** Groups the trades by a key, such as their account. */
export function groupTrades<Entry extends Trade, Key extends string | number>(
  trades: readonly Entry[],
  keyOf: (trade: Entry) => Key,
): Group<Key>[] {
  return groupBy(
    trades.map((trade) => ({ trade })),
    ({ trade }) => keyOf(trade),
  );
}

function weekdayOf(day: TradingDay): number {
  return new Date(day).getUTCDay();
}

function holdingOf({ openedAt, closedAt }: Trade): HoldingTime {
  return holdingTimes.find(([, belowMs]) => closedAt - openedAt < belowMs)?.[0] ?? 'longer';
}

function groupBy<Key extends string | number, Entry extends { readonly trade: Trade }>(
  placed: readonly Entry[],
  keyOf: (entry: Entry) => Key,
): Group<Key>[] {
  const groups = new Map<Key, { key: Key; trades: number; wins: number; resultCents: number }>();
  for (const entry of placed) {
    const key = keyOf(entry);
    const group = groups.get(key) ?? { key, trades: 0, wins: 0, resultCents: 0 };
    group.trades += 1;
    group.wins += entry.trade.resultCents > 0 ? 1 : 0;
    group.resultCents += entry.trade.resultCents;
    groups.set(key, group);
  }
  return [...groups.values()].sort((left, right) => (left.key < right.key ? -1 : 1));
}

function fallsOf(trades: readonly Trade[]): Pick<Statistics, 'maxDrawdownCents' | 'drawdownCents'> {
  let sum = 0;
  let highest = 0;
  let deepest = 0;
  for (const { resultCents } of trades) {
    sum += resultCents;
    highest = Math.max(highest, sum);
    deepest = Math.max(deepest, highest - sum);
  }
  return { maxDrawdownCents: deepest, drawdownCents: highest - sum };
}

function sumOf(trades: readonly Trade[]): number {
  return trades.reduce((sum, { resultCents }) => sum + resultCents, 0);
}

function averageOf(total: number, count: number): number | null {
  return count === 0 ? null : Math.sign(total) * Math.round(Math.abs(total) / count);
}

/** Months of one instrument are listed in their order, not that of their letters: Z6 before H7. */
function groupByInstrument(trades: readonly Trade[]): InstrumentGroup[] {
  return groupTrades(trades, ({ instrument }) => instrument).map((group) => {
    const months = groupTrades(
      trades.filter(({ instrument }) => instrument === group.key),
      ({ month }) => month,
    );
    return { ...group, contracts: months.map((month) => ({ ...month, key: contractName(group.key, month.key) })) };
  });
}

function extremeOf(trades: readonly Trade[], isBeyond: (trade: Trade, found: Trade) => boolean): ExtremeTrade | null {
  const [first, ...rest] = trades;
  if (!first) return null;
  const { instrument, month, resultCents } = rest.reduce(
    (found, trade) => (isBeyond(trade, found) ? trade : found),
    first,
  );
  return { contract: contractName(instrument, month), resultCents };
}
