export const payoutStatuses = [
  'requested',
  'in-review',
  'approved',
  'sent',
  'paid',
  'returned',
  'rejected',
  'cancelled',
] as const;

export type PayoutStatus = (typeof payoutStatuses)[number];

/** What a payout is of: the profit of a funded account, or an affiliate's commissions. */
export const payoutSources = ['account', 'affiliate'] as const;

export type PayoutSource = (typeof payoutSources)[number];

/** Statuses in which a payout still takes the amount, its cap, its winning days and its part of the full share. */
export const liveStatuses = ['requested', 'in-review', 'approved', 'sent', 'paid'] as const;

/** Statuses in which a payout is still to be decided or paid: one per account. */
export const openStatuses = ['requested', 'in-review', 'approved', 'sent'] as const;

/** The closed list of reasons for a rejection. */
export const rejectionReasons = [
  'conditions-corrected',
  'balance-changed',
  'identity-not-verified',
  'destination-not-verified',
  'sanctions-match',
  'conduct-upheld',
] as const;

export type RejectionReason = (typeof rejectionReasons)[number];

/** The closed list of reasons for money that came back. */
export const returnReasons = [
  'account-closed',
  'account-unknown',
  'name-mismatch',
  'recipient-refused',
  'bank-refused',
] as const;

export type ReturnReason = (typeof returnReasons)[number];

export type PayoutAction = 'review' | 'approve' | 'send' | 'recall' | 'pay' | 'return' | 'reject' | 'cancel';

const transitions: Readonly<Record<PayoutAction, { from: readonly PayoutStatus[]; to: PayoutStatus }>> = {
  review: { from: ['requested'], to: 'in-review' },
  approve: { from: ['in-review'], to: 'approved' },
  send: { from: ['approved'], to: 'sent' },
  // The bank never made the payment, and not because of the payee: it is sent anew.
  recall: { from: ['sent'], to: 'approved' },
  pay: { from: ['sent'], to: 'paid' },
  // A bank may send money back days after it was booked.
  return: { from: ['sent', 'paid'], to: 'returned' },
  reject: { from: ['requested', 'in-review', 'approved'], to: 'rejected' },
  cancel: { from: ['requested', 'in-review', 'approved'], to: 'cancelled' },
};

/** The status after an action; null where it isn't possible. */
export function nextStatus(status: PayoutStatus, action: PayoutAction): PayoutStatus | null {
  const { from, to } = transitions[action];
  return from.includes(status) ? to : null;
}

/** Whether its trader may still close it. */
export function isClosable(status: PayoutStatus): boolean {
  return nextStatus(status, 'cancel') !== null;
}

/** Bank days within which each stage ends; `decision` counts from the request, the others from the stage's start. */
export type StageDays = {
  readonly requested: number;
  readonly decision: number;
  readonly approved: number;
  readonly sent: number;
};
