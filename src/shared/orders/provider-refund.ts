export const refundStatuses = ['pending', 'succeeded', 'failed'] as const;

export type RefundStatus = (typeof refundStatuses)[number];

/** A refund of a payment as its provider reports it. Amounts in cents. */
export type ProviderRefund = {
  readonly id: string;
  readonly amountCents: number;
  /** A canceled refund counts as failed. */
  readonly status: RefundStatus;
  /** What we requested it for: `rest`, or the id of a partial refund. Null if it was made at the provider. */
  readonly requestId: string | null;
};

/** Requests everything that other refunds have left of a payment. */
export const restRequest = 'rest';

/** Whether a report is new. Reports may be repeated and out of order, but a status only ever advances. */
export function advancesRefund(known: RefundStatus | null, reported: RefundStatus): boolean {
  return known === null || refundStatuses.indexOf(reported) > refundStatuses.indexOf(known);
}

/** What a payment's refunds return together, without the failed ones. */
export function sumRefunds(refunds: readonly Pick<ProviderRefund, 'amountCents' | 'status'>[]): number {
  return refunds.reduce((sum, { amountCents, status }) => (status === 'failed' ? sum : sum + amountCents), 0);
}

type Credited = Pick<ProviderRefund, 'amountCents' | 'status'> & { readonly creditedCents: number };

/**
 * What refunds of one of the statuses return that no credit note contains yet. The credit note of a failed refund stands,
 * so a later refund that replaces it needs no other.
 */
export function uncreditedCents(refunds: readonly Credited[], statuses: readonly RefundStatus[]): number {
  const returnedCents = sumRefunds(refunds.filter(({ status }) => statuses.includes(status)));
  const creditedCents = refunds.reduce((sum, refund) => sum + refund.creditedCents, 0);
  return Math.max(0, returnedCents - creditedCents);
}
