import { tradingDayOf } from '../calendar/trading-day.ts';
import type { AccountRules } from '../rules/types.ts';
import { enterDay } from './engine/days.ts';
import { createMutableState, draftOf } from './engine/mutable-state.ts';
import { step } from './engine/step.ts';
import type { AccountEvent } from './events.ts';
import type { AccountState } from './state.ts';

/** An account before its first event. */
export function createState(rules: AccountRules): AccountState {
  return createMutableState(rules);
}

/** The state after one more event; doesn't mutate the given state. */
export function applyEvent(rules: AccountRules, state: AccountState, event: AccountEvent): AccountState {
  const draft = draftOf(state);
  step(rules, draft, event);
  return draft;
}

/**
 * The state after all events in platform order, from a stored state or from the start.
 * The same events give the same state, in one call or many.
 */
export function replay(rules: AccountRules, events: Iterable<AccountEvent>, from?: AccountState): AccountState {
  const draft = from === undefined ? createMutableState(rules) : draftOf(from);
  for (const event of events) step(rules, draft, event);
  return draft;
}

/**
 * The state at a time without an event. If a later trading day has started, the last one is closed and a new
 * one opened, as the next event would do.
 */
export function advancePeriod(rules: AccountRules, state: AccountState, atMs: number): AccountState {
  const last = state.days.at(-1);
  if (last === undefined || state.status === 'passed' || tradingDayOf(atMs) <= last.day) return state;
  const draft = draftOf(state);
  enterDay(rules, draft, atMs);
  return draft;
}
