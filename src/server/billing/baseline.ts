import { sql } from 'kysely';
import { isOneOf } from '#server/core/database/one-of.ts';
import { cancellationKinds } from '#shared/billing/cancellation-statement.ts';
import { subscriptionKinds, subscriptionStatuses } from '#shared/billing/subscription.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import { billingIntervals } from '#shared/orders/types.ts';

/** Tables of this area, in dependency order. */
export const billingTables = [
  sql`create table subscription (
    id text primary key,
    person_id text not null references person,
    order_id text not null unique references orders,
    kind text not null check (${isOneOf('kind', subscriptionKinds)}),
    package_id text not null,
    platform text not null check (${isOneOf('platform', platforms)}),
    account_id text references trading_account,
    name text not null,
    amount_cents bigint not null,
    billing_interval text not null check (${isOneOf('billing_interval', billingIntervals)}),
    renews boolean not null,
    status text not null check (${isOneOf('status', subscriptionStatuses)}),
    anchor_at timestamptz not null,
    period_starts_at timestamptz not null,
    period_ends_at timestamptz not null,
    payment_provider text not null,
    payment_method text,
    card_ending text,
    reminded_for timestamptz,
    canceled_at timestamptz,
    ended_at timestamptz,
    end_reason text,
    created_at timestamptz not null,
    constraint subscription_amount_cents_check check (amount_cents >= 0)
  )`,
  sql`create index subscription_created on subscription (created_at, id)`,
  sql`create index subscription_amount on subscription (to_timestamp(amount_cents), id)`,
  sql`create index subscription_period on subscription (period_ends_at, id)`,
  sql`create index subscription_person on subscription (person_id, created_at desc)`,
  sql`create index subscription_account on subscription (account_id) where account_id is not null`,
  sql`create index subscription_due on subscription (period_ends_at) where status <> 'ended'`,

  sql`create table bill (
    id text primary key,
    subscription_id text not null references subscription,
    person_id text not null references person,
    amount_cents bigint not null,
    period_starts_at timestamptz not null,
    period_ends_at timestamptz not null,
    status text not null,
    order_id text references orders,
    attempts integer not null default 0,
    first_attempt_at timestamptz,
    next_attempt_at timestamptz,
    paid_at timestamptz,
    created_at timestamptz not null,
    unique (subscription_id, period_starts_at),
    constraint bill_amount_cents_check check (amount_cents >= 0)
  )`,
  sql`create index bill_person on bill (person_id, created_at desc)`,
  sql`create index bill_due on bill (next_attempt_at) where (status = 'open') and (next_attempt_at is not null)`,

  sql`create table invoice (
    number text primary key,
    kind text not null,
    cause text not null,
    order_id text not null references orders,
    person_id text not null references person,
    document jsonb not null,
    issued_at timestamptz not null,
    unique (order_id, cause)
  )`,
  sql`create index invoice_issued on invoice (issued_at, number)`,
  sql`create index invoice_credited on invoice (issued_at) where kind = 'credit'`,
  sql`create index invoice_person on invoice (person_id, issued_at desc)`,

  sql`create table contract_cancellation (
    id text primary key,
    reference text not null unique,
    order_id text references orders,
    order_given text not null,
    name text not null,
    email text not null,
    outcome text not null check (outcome in ('pending', 'accepted', 'review', 'repeated')),
    locale text not null,
    ip text not null,
    received_at timestamptz not null
  )`,
  sql`create index contract_cancellation_order on contract_cancellation (order_id)`,

  sql`create table subscription_cancellation (
    id text primary key,
    reference text not null unique,
    subscription_id text references subscription,
    order_given text not null,
    name text not null,
    email text not null,
    kind text not null check (${isOneOf('kind', cancellationKinds)}),
    reason text,
    ends_on text,
    locale text not null,
    ip text not null,
    received_at timestamptz not null,
    confirmed_at timestamptz
  )`,
  sql`create index subscription_cancellation_email on subscription_cancellation (lower(email) text_pattern_ops)`,
  sql`create index subscription_cancellation_received on subscription_cancellation (received_at, id)`,
  sql`create index subscription_cancellation_subscription on subscription_cancellation (subscription_id)`,
  sql`create index subscription_cancellation_open on subscription_cancellation (subscription_id) where confirmed_at is null`,
];
