import type { Adjustment } from '../events.ts';
import { movePayoutFloor } from '../rules/payout-floor.ts';
import type { AccountRules } from '../rules/types.ts';
import type { PayoutDebit } from '../state.ts';
import { raiseMark } from './floors.ts';
import type { MutableState } from './mutable-state.ts';

/**
 * Remembers a payout's money that leaves the account. When it comes back, the mark rises to where it would be if that
 * payout had never been requested, and so do the peaks of the payouts that are still out.
 */
export function trackPayout(rules: AccountRules, state: MutableState, adjustment: Adjustment): void {
  const { amountCents } = adjustment;
  const payoutId = adjustment.payoutId ?? null;
  if (amountCents < 0) {
    state.payoutDebits = [...state.payoutDebits, { payoutId, amountCents: -amountCents, peakCents: null }];
    movePayoutFloor(rules, state);
    return;
  }
  const index = state.payoutDebits.findLastIndex(
    (debit) => debit.payoutId === payoutId && debit.amountCents === amountCents,
  );
  const returned = state.payoutDebits[index];
  if (returned === undefined) return;
  state.payoutDebits = state.payoutDebits
    .map((debit, position) => (position > index ? withAmount(debit, amountCents) : withPeak(debit, returned.peakCents)))
    .toSpliced(index, 1);
  movePayoutFloor(rules, state);
  if (returned.peakCents !== null && state.breach === null) raiseMark(rules, state, returned.peakCents);
}

/** The returned payout was out during the whole time of a later one. */
function withAmount(debit: PayoutDebit, returnedCents: number): PayoutDebit {
  return debit.peakCents === null ? debit : { ...debit, peakCents: debit.peakCents + returnedCents };
}

/** ... and only during the end of an earlier one's, where the earlier one's own amount was missing too. */
function withPeak(debit: PayoutDebit, peakCents: number | null): PayoutDebit {
  if (peakCents === null) return debit;
  return { ...debit, peakCents: Math.max(debit.peakCents ?? 0, peakCents + debit.amountCents) };
}
