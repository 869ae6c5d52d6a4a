export const payoutStatuses = [
  'requested',
  'in-review',
  'approved',
  'sent',
  'paid',
  'returned',
  'rejected',
  'canceled',
] as const;

export type PayoutStatus = (typeof payoutStatuses)[number];

/** What a payout pays: the profit of a funded account, or an affiliate's commissions. */
export const payoutSources = ['account', 'affiliate'] as const;

export type PayoutSource = (typeof payoutSources)[number];

/** Statuses in which a payout still uses up its amount, cap, winning days and part of the first tier. */
export const liveStatuses = ['requested', 'in-review', 'approved', 'sent', 'paid'] as const;

/** Whether a payout ended without payment; what it used up is restored. */
export function endedUnpaid(status: PayoutStatus): boolean {
  return !liveStatuses.some((live) => live === status);
}

/** Statuses in which a payout is still undecided or unpaid. An account has at most one such payout. */
export const openStatuses = ['requested', 'in-review', 'approved', 'sent'] as const;

export const rejectionReasons = [
  'conditions-corrected',
  'balance-changed',
  'identity-not-verified',
  'destination-not-verified',
  'sanctions-match',
  'conduct-upheld',
  'price-returned',
] as const;

export type RejectionReason = (typeof rejectionReasons)[number];

/** Rejections after which the request was never owed, so that its amount only goes back to the account. */
const forfeitingReasons: ReadonlySet<string> = new Set<RejectionReason>([
  'conditions-corrected',
  'balance-changed',
  'conduct-upheld',
  'price-returned',
]);

export function staysOwed(status: PayoutStatus, reason: string | null): boolean {
  return endedUnpaid(status) && !(status === 'rejected' && forfeitingReasons.has(reason ?? ''));
}

export const returnReasons = [
  'account-closed',
  'account-unknown',
  'name-mismatch',
  'recipient-refused',
  'bank-refused',
] as const;

export type ReturnReason = (typeof returnReasons)[number];

export type PayoutAction =
  | 'review'
  | 'approve'
  | 'approve-by-rule'
  | 'send'
  | 'recall'
  | 'pay'
  | 'return'
  | 'reject'
  | 'cancel';

const transitions: Readonly<Record<PayoutAction, { from: readonly PayoutStatus[]; to: PayoutStatus }>> = {
  review: { from: ['requested'], to: 'in-review' },
  approve: { from: ['in-review'], to: 'approved' },
  // Whoever starts a review takes the payout out of the rule's hands.
  'approve-by-rule': { from: ['requested'], to: 'approved' },
  send: { from: ['approved'], to: 'sent' },
  // The bank never made the payment, and the payee isn't at fault, so it is sent again.
  recall: { from: ['sent'], to: 'approved' },
  pay: { from: ['sent'], to: 'paid' },
  // A bank may return money days after it was booked.
  return: { from: ['sent', 'paid'], to: 'returned' },
  reject: { from: ['requested', 'in-review', 'approved'], to: 'rejected' },
  cancel: { from: ['requested', 'in-review', 'approved'], to: 'canceled' },
};

export function nextStatus(status: PayoutStatus, action: PayoutAction): PayoutStatus | null {
  const { from, to } = transitions[action];
  return from.includes(status) ? to : null;
}

export function isClosable(status: PayoutStatus): boolean {
  return nextStatus(status, 'cancel') !== null;
}
