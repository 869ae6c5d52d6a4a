import { as, oneOf, table } from '#server/core/database/table.ts';
import { refundStatuses } from '#shared/orders/provider-refund.ts';

export const paymentsTables = {
  /** A message of the payment provider, unique by its event id. */
  provider_event: table({
    id: 'text primary key',
    provider: 'text not null',
    type: 'text not null',
    order_id: 'text',
    payload: as<object>('jsonb not null'),
    received_at: 'timestamptz not null',
    handled_at: 'timestamptz',
  }).with(
    'create index provider_event_order on provider_event (order_id)',
    'create index provider_event_open on provider_event (received_at) where handled_at is null',
  ),
  /** A refund as the payment provider last reported it. */
  payment_refund: table({
    id: 'text primary key',
    order_id: 'text not null references orders',
    /** What we requested it for; null if it was made at the provider. See `ProviderRefund`. */
    request_id: 'text',
    amount_cents: 'bigint not null check (amount_cents > 0)',
    status: oneOf(refundStatuses),
    /** What credit notes contain of a refund made at the provider, or of one of ours that failed afterward. */
    credited_cents: 'bigint not null default 0',
    reported_at: 'timestamptz not null',
  }).with('create index payment_refund_order on payment_refund (order_id)'),
  /** A chargeback: the buyer's bank demands a payment back. */
  payment_dispute: table({
    id: 'text primary key',
    provider: 'text not null',
    order_id: 'text not null references orders',
    amount_cents: 'bigint not null',
    reason: 'text not null',
    status: as<'open' | 'won' | 'lost'>('text not null'),
    opened_at: 'timestamptz not null',
    /** Until when the bank takes evidence; null if the provider doesn't say. */
    evidence_due_at: 'timestamptz',
    closed_at: 'timestamptz',
  }).with(
    'create index payment_dispute_opened on payment_dispute (opened_at, id)',
    'create index payment_dispute_order on payment_dispute (order_id)',
  ),
};
