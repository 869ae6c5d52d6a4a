import { sql } from 'kysely';
import { isOneOf } from '#server/core/database/one-of.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import { payableStatuses } from '#shared/orders/machine.ts';
import { taxNames } from '#shared/orders/tax.ts';
import { addOns, orderKinds, orderStatuses } from '#shared/orders/types.ts';

/** Tables of this area, in dependency order. */
export const ordersTables = [
  sql`create table orders (
    id text primary key,
    number text not null unique,
    purchase_id text not null,
    revision integer not null default 0,
    session_id text not null,
    kind text not null check (${isOneOf('kind', orderKinds)}),
    status text not null check (${isOneOf('status', orderStatuses)}),
    person_id text references person,
    email text not null,
    first_name text not null,
    last_name text not null,
    country text not null,
    postal_code text,
    company_name text,
    vat_number text,
    locale text not null,
    package_id text not null,
    platform text not null check (${isOneOf('platform', platforms)}),
    rules_version text not null,
    lines jsonb not null,
    coupon text,
    total_cents bigint not null,
    currency text not null,
    consents jsonb not null,
    idempotency_scope text not null,
    idempotency_key text not null,
    request_hash text not null,
    payment_provider text not null,
    payment_session_id text,
    payment_url text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    paid_at timestamptz,
    fulfilled_at timestamptz,
    reconciled_at timestamptz,
    account_id text references trading_account,
    name text not null default '',
    bill_id text,
    details jsonb not null default '{}',
    tax_bps integer not null default 0,
    tax_name text not null default 'none' check (${isOneOf('tax_name', taxNames)}),
    start_now boolean not null default true,
    begins_at timestamptz,
    payment_method text,
    card_fingerprint text,
    refund_requested_at timestamptz,
    refund_reason text,
    reminded_at timestamptz,
    affiliate_id text references person,
    affiliate_via text,
    affiliate_click_id text,
    unique (idempotency_scope, idempotency_key),
    constraint orders_total_cents_check check (total_cents >= 0)
  )`,
  sql`create unique index orders_payment_session on orders (payment_provider, payment_session_id) where payment_session_id is not null`,
  sql`create unique index orders_purchase on orders (purchase_id, revision)`,
  sql`create index orders_created on orders (created_at, id)`,
  sql`create index orders_total on orders (to_timestamp(total_cents), id)`,
  sql`create index orders_person on orders (person_id, created_at desc)`,
  sql`create index orders_email on orders (lower(email) text_pattern_ops, created_at desc)`,
  sql`create index orders_unfinished on orders (status, expires_at) where status in ('draft', 'awaiting-payment', 'paid')`,
  sql`create index orders_unpaid on orders (reconciled_at nulls first) where ${isOneOf('status', payableStatuses)}`,
  sql`create index orders_account on orders (account_id, created_at desc) where account_id is not null`,
  sql`create index orders_card on orders (card_fingerprint, person_id) where card_fingerprint is not null`,
  sql`create index orders_bill on orders (bill_id) where bill_id is not null`,
  sql`create index orders_scope on orders (idempotency_scope, created_at desc)`,
  sql`create index orders_paid on orders (paid_at) where paid_at is not null`,
  sql`create index orders_refund on orders (refund_requested_at) where (refund_requested_at is not null) and (status <> 'refunded')`,
  sql`create index orders_affiliate on orders (affiliate_id, created_at desc) where affiliate_id is not null`,

  sql`create table trial_claim (
    address_key text primary key,
    person_id text not null unique references person,
    order_id text not null unique references orders
  )`,

  sql`create table reminder_objection (
    address_hash text primary key,
    objected_at timestamptz not null
  )`,

  sql`create table coupon_count (
    code text primary key,
    taken integer not null
  )`,

  sql`create table coupon_use (
    order_id text primary key references orders,
    code text not null,
    once_key text
  )`,
  sql`create unique index coupon_use_once on coupon_use (code, once_key) where once_key is not null`,

  // The key refunds each add-on once.
  sql`create table partial_refund (
    order_id text not null references orders,
    item text not null check (${isOneOf('item', addOns)}),
    refund_id text not null,
    amount_cents bigint not null check (amount_cents >= 0),
    reason text not null,
    requested_at timestamptz not null,
    settled_at timestamptz,
    primary key (order_id, item)
  )`,
  sql`create index partial_refund_refund on partial_refund (refund_id)`,
  sql`create index partial_refund_open on partial_refund (requested_at) where settled_at is null`,

  sql`create table funded_account (
    account_id text primary key references trading_account,
    order_id text not null unique references orders,
    resets_left integer not null
  )`,
];
