import { tradingDayOf } from '#shared/exchange/trading-day.ts';
import { enterDay } from './engine/days.ts';
import { createMutableState, toMutableState } from './engine/mutable-state.ts';
import { step } from './engine/step.ts';
import type { AccountEvent, AccountRules, AccountState } from './model.ts';

/** An account before its first event. */
export function createState(rules: AccountRules): AccountState {
  return createMutableState(rules);
}

/** Returns the state after one more event; `state` isn't mutated. */
export function applyEvent(rules: AccountRules, state: AccountState, event: AccountEvent): AccountState {
  const next = toMutableState(state);
  step(rules, next, event);
  return next;
}

/**
 * Returns the state after all events, which are in platform order. Starts from a stored state or from the beginning.
 * The same events give the same state, whether in one call or in many.
 */
export function replay(rules: AccountRules, events: Iterable<AccountEvent>, from?: AccountState): AccountState {
  const next = from === undefined ? createMutableState(rules) : toMutableState(from);
  for (const event of events) step(rules, next, event);
  return next;
}

/**
 * Returns the state at a time without an event. If a new trading day has started since the last event, the old day
 * is closed and the new one opened, just as the next event would do.
 */
export function advancePeriod(rules: AccountRules, state: AccountState, atMs: number): AccountState {
  const last = state.days.at(-1);
  if (last === undefined || state.status === 'passed' || tradingDayOf(atMs) <= last.day) return state;
  const next = toMutableState(state);
  enterDay(rules, next, atMs);
  return next;
}
