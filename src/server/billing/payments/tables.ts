import type { ColumnType, Generated } from 'kysely';
import type { Json, MaybeMoment, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { ProviderRefund, RefundStatus } from '#shared/orders/provider-refund.ts';

/** A message of the payment provider, unique by its event id. */
export type ProviderEventTable = {
  id: string;
  provider: string;
  type: string;
  order_id: string | null;
  payload: Json<object>;
  received_at: Moment;
  handled_at: MaybeMoment;
};

/** The sandbox provider's own records; stands in for another company's database. */
export type SandboxPaymentTable = {
  id: string;
  order_id: string;
  /** Shown to the buyer; empty if the buyer sees no page. */
  reference: Generated<string>;
  amount_cents: number;
  currency: string;
  email: string;
  description: string;
  success_url: string;
  cancel_url: string;
  locale: string;
  expires_at: Moment;
  /**
   * `authenticating`: the buyer's bank asks the buyer to confirm. `disputed`: charged back by that bank, which decides
   * for us (`won`) or for the buyer (`lost`).
   */
  status:
    | 'open'
    | 'authenticating'
    | 'paid'
    | 'declined'
    | 'canceled'
    | 'expired'
    | 'refunded'
    | 'disputed'
    | 'won'
    | 'lost';
  /** The outcome of later charges to the same payment method. */
  renewals: Generated<'pay' | 'decline'>;
  /** The payment whose saved method this charge used; null for a payment made on the page. */
  method: MaybeText;
  /** A card that others use, too; null for the buyer's own. */
  card: MaybeText;
  /** Oldest first. */
  refunds: ColumnType<readonly ProviderRefund[], string | undefined, string>;
  created_at: Moment;
};

/** A refund as the payment provider last reported it. */
export type PaymentRefundTable = {
  /** The provider's id. */
  id: string;
  order_id: string;
  /** What we requested it for; null if it was made at the provider. See `ProviderRefund`. */
  request_id: MaybeText;
  amount_cents: number;
  status: RefundStatus;
  /** What credit notes contain of a refund made at the provider, or of one of ours that failed afterward. */
  credited_cents: Generated<number>;
  reported_at: Moment;
};

/** A chargeback: the buyer's bank demands a payment back. */
export type PaymentDisputeTable = {
  /** The provider's id. */
  id: string;
  provider: string;
  order_id: string;
  amount_cents: number;
  reason: string;
  status: 'open' | 'won' | 'lost';
  opened_at: Moment;
  evidence_due_at: MaybeMoment;
  closed_at: MaybeMoment;
};
