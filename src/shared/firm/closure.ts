import type { AccountPhase } from '#shared/accounts/lifecycle.ts';

/** What the plan for a closure pays, in the order in which it is paid if money is short. */
export const closureKinds = ['payout', 'profit', 'commission', 'commission-waiting', 'refund'] as const;

export type ClosureKind = (typeof closureKinds)[number];

/** What has to be decided before an amount of the plan is paid. */
export const closureHolds = ['chargeback', 'breach-dispute', 'account-review', 'commission-review'] as const;

/** The last payment for something, and what a refund of it still returns. */
export type LastPayment = { readonly orderId: string; readonly refundCents: number; readonly isDisputed: boolean };

export type AccountFacts = {
  readonly phase: AccountPhase;
  readonly isBreached: boolean;
  /** Its owner disputes the breach. */
  readonly hasOpenDispute: boolean;
  /** A conduct case or the risk desk keeps it from trading. */
  readonly isUnderReview: boolean;
  readonly paidCount: number;
  /** The trader's part of the largest payout by the account's rules, without winning days, best day or minimum. */
  readonly payableCents: number;
  /** Null if nothing was paid for it, or all of it is back or on its way. */
  readonly lastPayment: LastPayment | null;
};

export type Due = {
  readonly kind: Extract<ClosureKind, 'profit' | 'refund'>;
  readonly amountCents: number;
  readonly hold: (typeof closureHolds)[number] | null;
  /** The order that is refunded. */
  readonly orderId: string | null;
};

/** What is due for a payment whose product runs or was never delivered: all of it. */
export function dueForPayment(payment: LastPayment | null): Due | null {
  if (payment === null || payment.refundCents <= 0) return null;
  const { orderId, refundCents: amountCents, isDisputed } = payment;
  return { kind: 'refund', amountCents, orderId, hold: isDisputed ? 'chargeback' : null };
}

/**
 * What is due for an account that hasn't ended: the last payment for an evaluation; the payable profit of a funded
 * account, or its price if that is more and it was never paid. After a breach nothing is due, unless it is disputed.
 */
export function dueForAccount(facts: AccountFacts): Due | null {
  const { phase, isBreached, hasOpenDispute, isUnderReview, paidCount, payableCents, lastPayment } = facts;
  if (isBreached && !hasOpenDispute) return null;
  const refund = dueForPayment(lastPayment);
  const returnsPrice = phase === 'evaluation' || (paidCount === 0 && (refund?.amountCents ?? 0) >= payableCents);
  const profit: Due | null =
    payableCents > 0 ? { kind: 'profit', amountCents: payableCents, orderId: null, hold: null } : null;
  const due = returnsPrice ? refund : profit;
  if (due === null) return null;
  const hold = hasOpenDispute ? 'breach-dispute' : isUnderReview ? 'account-review' : null;
  return { ...due, hold: due.hold ?? hold };
}
