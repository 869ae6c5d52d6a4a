import type { Generated } from 'kysely';
import type { Json, MaybeMoment, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { RefundStatus } from '#shared/orders/provider-refund.ts';

/** A message of the payment provider, unique by its event id. */
type ProviderEventTable = {
  id: string;
  provider: string;
  type: string;
  order_id: string | null;
  payload: Json<object>;
  received_at: Moment;
  handled_at: MaybeMoment;
};

/** A refund as the payment provider last reported it. */
type PaymentRefundTable = {
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
type PaymentDisputeTable = {
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

export type PaymentsTables = {
  provider_event: ProviderEventTable;
  payment_refund: PaymentRefundTable;
  payment_dispute: PaymentDisputeTable;
};
