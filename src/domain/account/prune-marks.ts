import type { AccountRules } from '../rules/types.ts';
import { draftOf, type MutableState } from './engine/mutable-state.ts';
import { step } from './engine/step.ts';
import type { AccountEvent, Mark } from './events.ts';
import type { AccountState, Position } from './state.ts';

/** Indexes of events that can be pruned, and the state after all of them. */
type Spared = { readonly spare: readonly number[]; readonly state: AccountState };

/**
 * Finds marks that changed nothing: no verdict, no daily lock, no high-water mark and no price that a later event
 * depended on. A record without them gives the same verdicts with the same numbers, except the event count.
 */
export function pruneMarks(rules: AccountRules, from: AccountState, events: readonly AccountEvent[]): Spared {
  const draft = draftOf(from);
  const spare: number[] = [];
  /** The last price of the position, kept if anything but another price follows. */
  let price: number | null = null;
  for (const [index, event] of events.entries()) {
    const before = decisionsOf(draft);
    // With two contracts each price matters together with the other's, so none can be pruned.
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
