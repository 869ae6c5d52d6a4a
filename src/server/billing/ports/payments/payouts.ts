import type { ProviderPayoutStatus, ProviderTransactionKind } from '#shared/billing/provider-payout.ts';

/** Money that the provider sends to the firm's bank, with what it consists of. Times are UTC ms. */
export type ProviderPayout = {
  readonly id: string;
  readonly status: ProviderPayoutStatus;
  /** Negative if the firm owes it. */
  readonly amountCents: number;
  readonly currency: string;
  readonly createdAt: number;
  readonly arrivesAt: number;
};

/** A change of the firm's balance at the provider; those of a payout, less their fees, add up to it. */
export type ProviderTransaction = {
  readonly id: string;
  readonly kind: ProviderTransactionKind;
  /** Before the fee; negative for what left the balance. */
  readonly amountCents: number;
  readonly feeCents: number;
  /** The order of a charge; null if the provider names none. */
  readonly orderId: string | null;
  /** The provider's id of a refund or dispute; null for anything else. */
  readonly recordId: string | null;
  readonly at: number;
};
