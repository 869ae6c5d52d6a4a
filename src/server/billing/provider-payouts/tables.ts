import type { MaybeText, Moment } from '#server/core/database/columns.ts';
import type { ProviderPayoutStatus, ProviderTransactionKind } from '#shared/billing/provider-payout.ts';

/** Money that the payment provider sent to the firm's bank. */
type ProviderPayoutTable = {
  /** The provider's id. */
  id: string;
  provider: string;
  status: ProviderPayoutStatus;
  amount_cents: number;
  currency: string;
  created_at: Moment;
  arrives_at: Moment;
};

/** What a payout consists of; its amounts less their fees add up to it. */
type ProviderTransactionTable = {
  id: string;
  payout_id: string;
  kind: ProviderTransactionKind;
  /** Before the fee; negative for what left the balance. */
  amount_cents: number;
  fee_cents: number;
  /** The order that the provider names for a charge; it may be another shop's. */
  order_id: MaybeText;
  /** The provider's id of the refund or the dispute. */
  record_id: MaybeText;
  at: Moment;
};

export type ProviderPayoutsTables = {
  provider_payout: ProviderPayoutTable;
  provider_transaction: ProviderTransactionTable;
};
