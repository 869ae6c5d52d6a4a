import { type MutableState, toMutableState } from './engine/mutable-state.ts';
import { step } from './engine/step.ts';
import type { AccountEvent, AccountRules, AccountState, Mark, Position } from './model.ts';

/** The indexes of events that can be pruned, and the state after all events. */
type PruneResult = { readonly prunable: readonly number[]; readonly state: AccountState };

/**
 * Finds marks that changed nothing: no verdict, no daily lock, no high-water mark, with or without a payout, and no price that a later event
 * depends on. An event log without them gives the same verdicts with the same numbers, except for the event count.
 */
export function pruneMarks(rules: AccountRules, from: AccountState, events: readonly AccountEvent[]): PruneResult {
  const state = toMutableState(from);
  const prunable: number[] = [];
  /** Index of the position's latest mark. It is kept unless another mark follows directly. */
  let latestMark: number | null = null;
  for (const [index, event] of events.entries()) {
    const before = decisionsOf(state);
    // With several contracts, equity depends on all their prices at once, so no mark can be pruned.
    const mayPrune = event.type === 'mark' && state.positions.length <= 1;
    const isHeld = event.type === 'mark' && state.positions.some((position) => isOf(position, event));
    step(rules, state, event);
    const changesVerdict = decisionsOf(state) !== before;
    if (!mayPrune || changesVerdict) latestMark = null;
    else if (!isHeld) prunable.push(index);
    else {
      if (latestMark !== null) prunable.push(latestMark);
      latestMark = index;
    }
  }
  return { prunable, state };
}

function isOf(position: Position, { instrument, month }: Mark): boolean {
  return position.instrument === instrument && position.month === month;
}

function decisionsOf({ status, highWaterMarkCents, days, payoutDebits }: MutableState): string {
  const peaks = payoutDebits.map(({ peakCents }) => peakCents).join(' ');
  return `${status} ${highWaterMarkCents} ${days.at(-1)?.day} ${peaks}`;
}
