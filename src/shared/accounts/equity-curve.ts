import type { output } from 'zod/mini';
import { createMutableState } from './engine/mutable-state.ts';
import { step } from './engine/step.ts';
import type { equityPoint } from './equity-point.ts';
import type { AccountEvent, AccountRules, AccountState } from './model.ts';

/** A point of an account's equity curve. `floorCents` is the maximum floor; null if the rules have none. */
export type EquityPoint = Readonly<output<typeof equityPoint>>;

/** Yields each event with the state after it. It is the same object each time and changes with the next event. */
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
