import { ceilCents } from '#lib/money/exact-cents.ts';
import { contractKey } from '#shared/exchange/contract-month.ts';
import { toMutableState } from './engine/mutable-state.ts';
import { bookFill } from './engine/positions.ts';
import type { AccountEvent, AccountState } from './model.ts';

/**
 * What each fill realized by closing the oldest lots, as the engine books it, in cents before fees; null if it closed
 * nothing. Events are in the order they apply, from the state before them; only fills and resets change positions.
 */
export function fillProfits(before: AccountState, events: readonly AccountEvent[]): readonly (number | null)[] {
  const state = toMutableState(before);
  return events.map((event) => {
    if (event.type === 'reset') state.positions = [];
    if (event.type !== 'fill') return null;
    const held = state.positions.find((position) => contractKey(position) === contractKey(event))?.quantity ?? 0;
    const profitCents = ceilCents(bookFill(state, event));
    return (event.side === 'buy' ? held < 0 : held > 0) ? profitCents : null;
  });
}
