import { minuteMs } from '#lib/durations.ts';
import { type History, makeRunning, type Scene } from '#server/accounts/seed-histories.ts';
import { previousTradingDay, sessionCloseAt, tradingDayOf } from '#shared/exchange/trading-day.ts';

const seed = 'demo-9';

/** The result of each day as a share of the profit target; their sum stays below it. */
const dayShares = [
  ...[0.1, -0.08, 0.12, -0.2, 0.15, 0.1, -0.15, 0.18, -0.22, 0.15, 0.14, -0.16, 0.1],
  ...[0.16, -0.12, 0.14, -0.1, 0.18, -0.2, 0.15, 0.12, -0.12, 0.16, -0.14, 0.12, 0.08],
];

/** 26 trading days up to yesterday, long enough for a review's conclusions. */
export function makeSampleRecord(scene: Scene): History {
  const end = sessionCloseAt(previousTradingDay(tradingDayOf(scene.now))) - minuteMs;
  return makeRunning({ ...scene, now: end }, seed, dayShares);
}
