import { minuteMs } from '#lib/durations.ts';
import { chicagoClock } from '#shared/exchange/chicago.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { resultDayOf } from '#shared/exchange/trading-day.ts';
import { type Curve, curveOf } from './curve.ts';
import { binResults, type ResultBin } from './distribution.ts';
import type { Trade } from './trades.ts';

export type Group<Key> = {
  readonly key: Key;
  readonly trades: number;
  readonly wins: number;
  readonly resultCents: number;
};

/** Results of an instrument and of each of its contract months, such as `ESZ6`. */
export type InstrumentGroup = Group<string> & { readonly contracts: Group<string>[] };

/** The best or worst trade, with its contract, such as `ESZ6`. */
export type ExtremeTrade = { readonly contract: string; readonly resultCents: number };

export type HoldingTime = 'under-1m' | 'under-5m' | 'under-15m' | 'under-1h' | 'longer';

export type Statistics = {
  readonly trades: number;
  readonly wins: number;
  readonly losses: number;
  readonly resultCents: number;
  readonly feeCents: number;
  /** The sums of the wins and of the losses, both positive. */
  readonly wonCents: number;
  readonly lostCents: number;
  readonly winRateBps: number | null;
  /** The average result per trade; half a cent rounds away from zero. */
  readonly expectancyCents: number | null;
  readonly averageWinCents: number | null;
  readonly averageLossCents: number | null;
  /** Gains ÷ losses in basis points; null without a loss. */
  readonly profitFactorBps: number | null;
  /** The deepest fall of the cumulative results from their peak, as a positive amount. */
  readonly maxDrawdownCents: number;
  /** The trading day on which the fall was deepest; null without one. */
  readonly maxDrawdownDay: string | null;
  /** The distance from the peak after the last trade. */
  readonly drawdownCents: number;
  readonly curve: Curve;
  readonly distribution: ResultBin[];
  /** If several are equal, the first; null without trades. */
  readonly bestTrade: ExtremeTrade | null;
  readonly worstTrade: ExtremeTrade | null;
  readonly averageHoldingMs: number | null;
  /** Chicago hours 0–23 and trading-day weekdays 1 (Monday) to 5, by the time the trade opened. */
  readonly byHour: Group<number>[];
  readonly byWeekday: Group<number>[];
  readonly byInstrument: InstrumentGroup[];
  readonly byHolding: Group<HoldingTime>[];
  readonly bySide: Group<Trade['side']>[];
  /** Months as `2026-11`, by the trading day of the closing fill. */
  readonly byMonth: Group<string>[];
};

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
