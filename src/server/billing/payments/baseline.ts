import { sql } from 'kysely';
import { isOneOf } from '#server/core/database/one-of.ts';
import { refundStatuses } from '#shared/orders/provider-refund.ts';

/** Tables of this area, in dependency order. */
export const paymentsTables = [
  sql`create table provider_event (
    id text primary key,
    provider text not null,
    type text not null,
    order_id text,
    payload jsonb not null,
    received_at timestamptz not null,
    handled_at timestamptz
  )`,
  sql`create index provider_event_order on provider_event (order_id)`,
  sql`create index provider_event_open on provider_event (received_at) where handled_at is null`,

  sql`create table payment_refund (
    id text primary key,
    order_id text not null references orders,
    request_id text,
    amount_cents bigint not null check (amount_cents > 0),
    status text not null check (${isOneOf('status', refundStatuses)}),
    credited_cents bigint not null default 0,
    reported_at timestamptz not null
  )`,
  sql`create index payment_refund_order on payment_refund (order_id)`,

  sql`create table payment_dispute (
    id text primary key,
    provider text not null,
    order_id text not null references orders,
    amount_cents bigint not null,
    reason text not null,
    status text not null,
    opened_at timestamptz not null,
    -- Until when the bank takes evidence; null if the provider doesn't say.
    evidence_due_at timestamptz,
    closed_at timestamptz
  )`,
  sql`create index payment_dispute_opened on payment_dispute (opened_at, id)`,
  sql`create index payment_dispute_order on payment_dispute (order_id)`,
];
