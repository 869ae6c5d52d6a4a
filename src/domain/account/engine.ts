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

/** The state after one more event; the given state is left as it was. */
export function applyEvent(rules: AccountRules, state: AccountState, event: AccountEvent): AccountState {
  const draft = draftOf(state);
  step(rules, draft, event);
  return draft;
}

/**
 * The state after all events, in the order the platform sent them, from a stored state or from the start.
 * The same events give the same state, in one call or in many.
 */
export function replay(rules: AccountRules, events: Iterable<AccountEvent>, from?: AccountState): AccountState {
  const draft = from === undefined ? createMutableState(rules) : draftOf(from);
  for (const event of events) step(rules, draft, event);
  return draft;
}

/**
 * The state as of a moment without an event: where a later trading day has begun since the last one, that last day is
 * closed and the new one open, as the next event would find them.
 */
export function advancePeriod(rules: AccountRules, state: AccountState, atMs: number): AccountState {
  const last = state.days.at(-1);
  if (last === undefined || state.status === 'passed' || tradingDayOf(atMs) <= last.day) return state;
  const draft = draftOf(state);
  enterDay(rules, draft, atMs);
  return draft;
}
