import { nextTradingDay, resultDayOf, sessionCloseAt, type TradingDay } from '#shared/exchange/trading-day.ts';
import { marksAt } from '../drawdown/registry.ts';
import type { AccountRules } from '../model.ts';
import { meetsObjectives } from '../objectives.ts';
import { findDailyFloor } from '../rules/daily-loss.ts';
import { checkDrawdown, trailDrawdown } from './floors.ts';
import type { MutableState } from './mutable-state.ts';

/**
 * Makes the trading day of a time the current one and returns it. Closes an earlier day whose close never arrived.
 * Events that arrive after their day has closed count for the next day, because closed figures are final.
 */
export function enterDay(rules: AccountRules, state: MutableState, at: number): TradingDay {
  const day = resultDayOf(at);
  const current = state.days.at(-1);
  if (current === undefined) return openDay(rules, state, day);
  if (day > current.day) {
    closeCurrentDay(rules, state);
    return openDay(rules, state, day);
  }
  return current.closed ? openDay(rules, state, nextTradingDay(current.day)) : current.day;
}

/** Closes a day, and an earlier one that is still open. A closed day stays unchanged. */
export function closeDay(rules: AccountRules, state: MutableState, day: TradingDay): void {
  const current = state.days.at(-1);
  if (current !== undefined && day < current.day) return;
  if (current?.day !== day) {
    closeCurrentDay(rules, state);
    openDay(rules, state, day);
  }
  closeCurrentDay(rules, state);
}

/** Evaluates the day at the time the session closed, no matter when the platform's message arrives. */
function closeCurrentDay(rules: AccountRules, state: MutableState): void {
  const current = state.days.at(-1);
  if (current === undefined || current.closed) return;
  current.closed = true;
  if (state.status === 'breached' || state.status === 'passed') return;
  const closeAt = sessionCloseAt(current.day);
  // The loss that a credit makes up for isn't in the balance while its position is open.
  const closingCents = state.balanceCents - (state.heldCreditCents ?? 0);
  if (marksAt(rules.drawdown.mode) === 'close') trailDrawdown(rules, state, closingCents);
  checkDrawdown(rules, state, closeAt, current.day);
  if (state.held) return;
  if (state.breach === null && state.positions.length === 0 && meetsObjectives(rules, state)) {
    state.status = 'passed';
    state.passedAt = closeAt;
  }
}

function openDay(rules: AccountRules, state: MutableState, day: TradingDay): TradingDay {
  if (state.status === 'passed') return day;
  if (state.days.at(-1)?.fills === 0) state.days.pop();
  state.days.push({ day, openBalanceCents: state.balanceCents, profitCents: 0, fills: 0, closed: false });
  if (state.status === 'breached') return day;
  state.status = 'active';
  delete state.lockedBy;
  state.dailyFloorCents = findDailyFloor(rules, state.balanceCents);
  return day;
}
