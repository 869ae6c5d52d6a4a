import { findFloor, findLock } from '../drawdown/registry.ts';
import type { MutableState } from '../engine/mutable-state.ts';
import type { AccountRules } from '../model.ts';

/** The floor once a payout has left the account, from the floor before it. */
export function floorAfterPayout({ payoutFloor, startingBalanceCents }: AccountRules, floorCents: number | null) {
  if (payoutFloor === undefined || floorCents === null) return floorCents;
  return Math.max(floorCents, startingBalanceCents + payoutFloor.offsetCents);
}

/** Moves the floor of an account with a payout out for good, or back if each of them has come back. */
export function movePayoutFloor(rules: AccountRules, state: MutableState): void {
  if (rules.payoutFloor === undefined || state.floorCents === null || state.breach !== null) return;
  if (state.payoutDebits.length > 0) {
    state.floorCents = floorAfterPayout(rules, state.floorCents);
    state.floorLocked = true;
    return;
  }
  const lockCents = findLock(rules);
  state.floorCents = findFloor(rules, state.highWaterMarkCents);
  state.floorLocked = lockCents !== null && state.floorCents !== null && state.floorCents >= lockCents;
}

/** Whether a payout moves the floor to where it locks by itself. */
export function movesFloorToLock(rules: AccountRules): boolean {
  const { payoutFloor, startingBalanceCents } = rules;
  return payoutFloor !== undefined && findLock(rules) === startingBalanceCents + payoutFloor.offsetCents;
}
