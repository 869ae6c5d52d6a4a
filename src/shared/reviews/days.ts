import type { Trade } from '#shared/accounts/statistics/trades.ts';
import { resultDayOf, type TradingDay } from '#shared/exchange/trading-day.ts';
import type { DayHabits, ReviewReport } from './shape.ts';

export type TradedDay = { readonly day: TradingDay; readonly resultCents: number; readonly trades: readonly Trade[] };

/** Trades by the trading day of their close, oldest first. */
export function tradedDaysOf(trades: readonly Trade[]): readonly TradedDay[] {
  return [...Map.groupBy(trades, ({ closedAt }) => resultDayOf(closedAt))].map(([day, dayTrades]) => ({
    day,
    resultCents: dayTrades.reduce((sum, { resultCents }) => sum + resultCents, 0),
    trades: dayTrades,
  }));
}

/** The worst tenth of all days (at least three), limited to losing days; null if no day or every day is among them. */
export function worstDaysOf(days: readonly TradedDay[]): ReviewReport['worstDays'] {
  const count = Math.max(3, Math.ceil(days.length / 10));
  const worst = days
    .filter(({ resultCents }) => resultCents < 0)
    .sort((left, right) => left.resultCents - right.resultCents)
    .slice(0, count);
  const others = days.filter((day) => !worst.includes(day));
  if (worst.length === 0 || others.length === 0) return null;
  return {
    days: worst.map(({ day, resultCents, trades }) => ({ day, resultCents, trades: trades.length })),
    worst: habitsOf(worst),
    others: habitsOf(others),
  };
}

function habitsOf(days: readonly TradedDay[]): DayHabits {
  const trades = days.flatMap((day) => day.trades);
  const contracts = trades.reduce((sum, { quantity }) => sum + quantity, 0);
  const after = days.reduce((sum, day) => sum + tradesAfterTwoLosses(day).length, 0);
  const lostFirst = days.filter((day) => (day.trades[0]?.resultCents ?? 0) < 0).length;
  return {
    days: days.length,
    tradesPerDay: round1(trades.length / days.length),
    contractsPerTrade: round1(contracts / trades.length),
    afterTwoLossesBps: Math.round((10_000 * after) / trades.length),
    lostFirstBps: Math.round((10_000 * lostFirst) / days.length),
  };
}

/** Trades of a day that were opened after the two latest closed trades had both lost. */
export function tradesAfterTwoLosses({ trades }: TradedDay): readonly Trade[] {
  return trades.filter((trade) => {
    const before = trades.filter(({ closedAt }) => closedAt <= trade.openedAt && closedAt < trade.closedAt).slice(-2);
    return before.length === 2 && before.every(({ resultCents }) => resultCents < 0);
  });
}

/** The total result if no trade had been opened once a day's closed trades had lost `stopCents`. */
export function resultWithDailyStop(days: readonly TradedDay[], stopCents: number): number {
  let total = 0;
  for (const { trades } of days) {
    let sum = 0;
    let stoppedAt = Number.POSITIVE_INFINITY;
    for (const { openedAt, closedAt, resultCents } of trades) {
      if (openedAt >= stoppedAt) continue;
      sum += resultCents;
      if (sum <= -stopCents) stoppedAt = Math.min(stoppedAt, closedAt);
    }
    total += sum;
  }
  return total;
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
