import type { AccountRules } from '../rules/types.ts';
import { createMutableState, draftOf } from './engine/mutable-state.ts';
import { step } from './engine/step.ts';
import type { AccountEvent } from './events.ts';
import type { AccountState } from './state.ts';

/** A point of an account's chart. `floorCents` is the maximum floor; null where the rules have none. */
export type EquityPoint = {
  readonly at: number;
  readonly equityCents: number;
  readonly floorCents: number | null;
  readonly highWaterMarkCents: number;
};

/** Yields each event with the state after it; the state is the replay's own and changes with the next event. */
export function* replayEach(
  rules: AccountRules,
  events: Iterable<AccountEvent>,
): Generator<{ readonly event: AccountEvent; readonly state: AccountState }, void, undefined> {
  const state = createMutableState(rules);
  for (const event of events) {
    step(rules, state, event);
    yield { event, state };
  }
}

/** Yields a point after each event; `from` continues a stored state. */
export function* equityCurveOf(
  rules: AccountRules,
  events: Iterable<AccountEvent>,
  from?: AccountState,
): Generator<EquityPoint, void, undefined> {
  const draft = from === undefined ? createMutableState(rules) : draftOf(from);
  for (const event of events) {
    step(rules, draft, event);
    const { equityCents, floorCents, highWaterMarkCents } = draft;
    yield { at: event.at, equityCents, floorCents, highWaterMarkCents };
  }
}
