import { toCsv } from '#lib/csv.ts';
import { formatDecimal } from '#lib/money/format.ts';
import { resultDayOf } from '#shared/exchange/trading-day.ts';
import type { AccountTrade } from './read-trades.ts';

const header = [
  'account',
  'instrument',
  'month',
  'side',
  'quantity',
  'trading_day',
  'opened_at',
  'closed_at',
  'result_usd',
  'fees_usd',
] as const;

/** Trades as CSV: the trading day their result counts for, times in UTC, amounts in dollars with a decimal point. */
export function writeTrades(trades: readonly AccountTrade[]): string {
  return toCsv([
    header,
    ...trades.map((trade) => [
      trade.platformAccountId,
      trade.instrument,
      trade.month,
      trade.side,
      trade.quantity,
      resultDayOf(trade.closedAt),
      new Date(trade.openedAt).toISOString(),
      new Date(trade.closedAt).toISOString(),
      formatDecimal(trade.resultCents),
      formatDecimal(trade.feeCents),
    ]),
  ]);
}
