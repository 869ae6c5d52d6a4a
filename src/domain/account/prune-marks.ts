import type { AccountRules } from '../rules/types.ts';
import { draftOf, type MutableState } from './engine/mutable-state.ts';
import { step } from './engine/step.ts';
import type { AccountEvent, Mark } from './events.ts';
import type { AccountState, Position } from './state.ts';

/** Events that may be let go of, by their place, and the state after all of them. */
type Spared = { readonly spare: readonly number[]; readonly state: AccountState };

/**
 * Which marks decided nothing: no verdict, no lock of a day, no higher mark for a floor to follow, and no price that a
 * later event was judged at. A record without them gives the same verdicts with the same numbers; only how many events
 * it has is another.
 */
export function pruneMarks(rules: AccountRules, from: AccountState, events: readonly AccountEvent[]): Spared {
  const draft = draftOf(from);
  const spare: number[] = [];
  /** The last price of what is held: kept if anything but another price of it follows. */
  let price: number | null = null;
  for (const [index, event] of events.entries()) {
    const before = decisionsOf(draft);
    // With two contracts each price is judged beside the other's, so that none can be missed.
    const maySpare = event.type === 'mark' && draft.positions.length <= 1;
    const isHeld = event.type === 'mark' && draft.positions.some((position) => isOf(position, event));
    step(rules, draft, event);
    const hasDecided = decisionsOf(draft) !== before;
    if (!maySpare || hasDecided) price = null;
    else if (!isHeld) spare.push(index);
    else {
      if (price !== null) spare.push(price);
      price = index;
    }
  }
  return { spare, state: draft };
}

function isOf(position: Position, { instrument, month }: Mark): boolean {
  return position.instrument === instrument && position.month === month;
}

function decisionsOf({ status, highWaterMarkCents, days }: MutableState): string {
  return `${status} ${highWaterMarkCents} ${days.at(-1)?.day}`;
}
