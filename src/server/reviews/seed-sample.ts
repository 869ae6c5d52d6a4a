import { minuteMs } from '#lib/durations.ts';
import { type History, makeRunning } from '#server/accounts/seed-histories.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { previousTradingDay, sessionCloseAt, tradingDayOf } from '#shared/exchange/trading-day.ts';
import type { Market } from '#shared/trading/index.ts';

const seed = 'demo-9';

/** The result of each day as a share of the profit target; their sum stays below it. */
const dayShares = [
  ...[0.1, -0.08, 0.12, -0.2, 0.15, 0.1, -0.15, 0.18, -0.22, 0.15, 0.14, -0.16, 0.1],
  ...[0.16, -0.12, 0.14, -0.1, 0.18, -0.2, 0.15, 0.12, -0.12, 0.16, -0.14, 0.12, 0.08],
];

/** 26 trading days up to yesterday, long enough for a review's conclusions. */
export function makeSampleRecord(market: Market, rules: AccountRules, now: number): History {
  const end = sessionCloseAt(previousTradingDay(tradingDayOf(now))) - minuteMs;
  return makeRunning(market, rules, end, seed, dayShares);
}
