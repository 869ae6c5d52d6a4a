import { frontMonthOf } from '#shared/exchange/contract-month.ts';
import { tickCents } from '#shared/exchange/instruments.ts';
import { previousTradingDay, sessionCloseAt, type TradingDay, tradingDayOf } from '#shared/exchange/trading-day.ts';
import { advancePeriod } from '../engine.ts';
import type { AccountEvent, Fill } from '../events.ts';
import type { AccountRules } from '../rules/types.ts';
import type { AccountState } from '../state.ts';
import { closePositions } from './close-positions.ts';
import { feeCents } from './market.ts';
import { planTrading, type TradingPlan } from './plan.ts';

const forcedOutcomes = ['passed', 'breached', 'locked'] as const;

/** Outcomes that can be forced on a simulated account. */
export type ForcedOutcome = (typeof forcedOutcomes)[number];

const entryTicks = 27_200;
const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const stepsDown = 10;
const marksPerDay = 6;

/**
 * Generates trades that lead to an outcome; null if the rules or the state don't allow it. Losses are traded now. A
 * pass is traded on the days before the account's first day, because its own days can't be sped up.
 */
export function forceOutcome(
  rules: AccountRules,
  state: AccountState,
  now: number,
  outcome: ForcedOutcome,
): readonly AccountEvent[] | null {
  const current = advancePeriod(rules, state, now);
  if (current.status !== 'active') return null;
  if (outcome === 'passed') return tradeToTarget(rules, current, now);
  const floorCents = floorOf(rules, current, outcome);
  return floorCents === null ? null : tradeDown(rules, current, now, floorCents);
}

/** Outcomes possible now. */
export function possibleOutcomes(rules: AccountRules, state: AccountState, now: number): readonly ForcedOutcome[] {
  return forcedOutcomes.filter((outcome) => forceOutcome(rules, state, now, outcome) !== null);
}

/** The floor that causes the outcome; null if there is none or another floor would be reached first. */
function floorOf(rules: AccountRules, state: AccountState, outcome: 'breached' | 'locked'): number | null {
  const { dailyLoss } = rules;
  const dailyCents =
    dailyLoss.mode === 'none' ? null : (state.dailyFloorCents ?? state.balanceCents - dailyLoss.limitCents);
  const maxCents = state.floorCents;
  const isDailyFirst = dailyCents !== null && (maxCents === null || dailyCents > maxCents);
  if (outcome === 'locked') return dailyLoss.mode === 'soft' && isDailyFirst ? dailyCents : null;
  if (dailyLoss.mode === 'hard' && isDailyFirst) return dailyCents;
  return maxCents;
}

/** Closes open positions, then opens one that loses until the floor is reached. */
function tradeDown(
  rules: AccountRules,
  state: AccountState,
  now: number,
  floorCents: number,
): readonly AccountEvent[] | null {
  const plan = planTrading(rules, 'fails', null);
  const startAt = Math.max(now - (stepsDown + 2) * secondMs, (state.lastEventAt ?? 0) + 1);
  const { instrument, quantity } = plan;
  const month = frontMonthOf(instrument, startAt);
  const ticks = Math.ceil((state.equityCents - floorCents) / tickCents(instrument, quantity));
  const marks = Array.from({ length: stepsDown }, (_, index) => ({
    type: 'mark' as const,
    at: startAt + (index + 2) * secondMs,
    instrument,
    month,
    priceTicks: entryTicks - Math.ceil((ticks * (index + 1)) / stepsDown),
  }));
  const last = marks.at(-1);
  if (!last) return null;
  return [
    ...closePositions(state.positions, startAt),
    fillOf(plan, { month, side: 'buy', at: startAt + secondMs, priceTicks: entryTicks }),
    ...marks,
    fillOf(plan, { month, side: 'sell', at: last.at, priceTicks: last.priceTicks }),
  ];
}

/** Makes one winning trade on each of the days that the objectives require. */
function tradeToTarget(rules: AccountRules, state: AccountState, now: number): readonly AccountEvent[] | null {
  const { targetCents, consistencyBps, minimumDays } = rules;
  if (targetCents === null) return null;
  const plan = planTrading(rules, 'passes', null);
  const centsPerTick = tickCents(plan.instrument, plan.quantity);
  const count = Math.max(minimumDays, consistencyBps === null ? 1 : Math.ceil(10_000 / consistencyBps), 2);
  const feesCents = 2 * feeCents(plan.instrument, plan.quantity);
  const ticks = Math.ceil((targetCents / count + feesCents) / centsPerTick) + 1;
  return daysBefore(state.days[0]?.day ?? tradingDayOf(now), count).flatMap((day) => tradeUp(plan, day, ticks));
}

function tradeUp(plan: TradingPlan, day: TradingDay, ticks: number): readonly AccountEvent[] {
  const closeAt = sessionCloseAt(day);
  const openAt = closeAt - 3 * 60 * minuteMs;
  const { instrument } = plan;
  const month = frontMonthOf(instrument, openAt);
  const marks = Array.from({ length: marksPerDay }, (_, index) => ({
    type: 'mark' as const,
    at: openAt + (index + 1) * 10 * minuteMs,
    instrument,
    month,
    priceTicks: entryTicks + Math.round((ticks * (index + 1)) / marksPerDay),
  }));
  const soldAt = openAt + (marksPerDay + 1) * 10 * minuteMs;
  return [
    fillOf(plan, { month, side: 'buy', at: openAt, priceTicks: entryTicks }),
    ...marks,
    fillOf(plan, { month, side: 'sell', at: soldAt, priceTicks: entryTicks + ticks }),
    { type: 'day-close', at: closeAt, day },
  ];
}

type FillTerms = Pick<Fill, 'month' | 'side' | 'at' | 'priceTicks'>;

function fillOf({ instrument, quantity }: TradingPlan, terms: FillTerms): Fill {
  return { type: 'fill', instrument, quantity, ...terms, feeCents: feeCents(instrument, quantity) };
}

/** The `count` trading days before a day, oldest first. */
function daysBefore(day: TradingDay, count: number): readonly TradingDay[] {
  const days: TradingDay[] = [];
  for (let each = previousTradingDay(day); days.length < count; each = previousTradingDay(each)) days.unshift(each);
  return days;
}
