import { hourMs } from '#lib/durations.ts';
import { applyEvent, createState } from '#shared/accounts/engine.ts';
import type { EquityPoint } from '#shared/accounts/equity-curve.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { findDailyFloor } from '#shared/accounts/rules/daily-loss.ts';
import { sessionCloseAt, type TradingDay } from '#shared/exchange/trading-day.ts';
import type { ReplayDay } from './daily-results.ts';

/**
 * Charts an attempt's daily balances against its floor, up to its last day: of each, the lowest known equity and the
 * close. The floor comes from the engine.
 */
export function buildReplayChart(rules: AccountRules, days: readonly ReplayDay[], lastDay: TradingDay) {
  let state = createState(rules);
  const points: EquityPoint[] = [];
  const closes: EquityPoint[] = [];
  const shown = days.filter(({ day }) => day <= lastDay);
  for (const { day, resultCents, lowestCents } of shown) {
    const endsAt = sessionCloseAt(day);
    const openCents = state.balanceCents;
    const at = endsAt - hourMs;
    state = applyEvent(rules, state, { type: 'adjustment', at, amountCents: resultCents, cause: 'correction' });
    // The result is booked as an adjustment, which moves the daily floor. The real one stays where the day opened.
    const dailyCents = findDailyFloor(rules, openCents);
    const { highWaterMarkCents, floorCents } = state;
    points.push({
      at: endsAt - 4 * hourMs,
      equityCents: openCents + lowestCents,
      floorCents: floorCents ?? dailyCents,
      highWaterMarkCents,
    });
    state = applyEvent(rules, state, { type: 'day-close', at: endsAt, day });
    const close = { at: endsAt, equityCents: state.balanceCents, floorCents: state.floorCents ?? dailyCents };
    points.push({ ...close, highWaterMarkCents: state.highWaterMarkCents });
    closes.push({ ...close, highWaterMarkCents: state.highWaterMarkCents });
  }
  return {
    points,
    closes,
    days: shown.map(({ day }) => ({ day, startsAt: sessionCloseAt(day) - 8 * hourMs, endsAt: sessionCloseAt(day) })),
  };
}
