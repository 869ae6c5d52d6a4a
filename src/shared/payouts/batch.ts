import type { PayoutMethod } from './payees/destination.ts';

export const batchStatuses = ['draft', 'exported', 'partly-settled', 'settled', 'canceled'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

/** The files that pay each method. */
const formatsByMethod = {
  'bank-transfer': ['pain-001', 'wise-csv'],
  wise: ['wise-csv'],
  usdc: ['usdc-list'],
} as const satisfies Readonly<Record<PayoutMethod, readonly string[]>>;

export type BatchFormat = (typeof formatsByMethod)[PayoutMethod][number];
export const batchFormats: readonly BatchFormat[] = [...new Set(Object.values(formatsByMethod).flat())];
export const formatsOf = (method: PayoutMethod): readonly BatchFormat[] => formatsByMethod[method];

export const paymentStatuses = ['waiting', 'sent', 'accepted', 'paid', 'returned', 'removed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** A payout has at most one payment in one of these statuses. */
export const livePaymentStatuses = ['waiting', 'sent', 'accepted', 'paid'] as const;

/** Statuses in which the bank may still make, reject or report a payment. */
export const pendingPaymentStatuses = ['waiting', 'sent', 'accepted'] as const;

/** Wise's limit per file. */
export const maxBatchPayments = 1_000;

/** Derives a batch's status from its payments, unless it was canceled by hand. */
export function batchStatusOf(isExported: boolean, payments: readonly PaymentStatus[]): BatchStatus {
  const counted = payments.filter((status) => status !== 'removed');
  if (counted.length === 0) return 'canceled';
  if (!isExported) return 'draft';
  const settled = counted.filter((status) => status === 'paid' || status === 'returned').length;
  if (settled === 0) return 'exported';
  return settled === counted.length ? 'settled' : 'partly-settled';
}
