import type { VatCheck } from '#server/billing/vat-numbers/confirm.ts';
import type { ConsentRecord } from '#server/core/consent-record.ts';
import { isOneOf } from '#server/core/database/one-of.ts';
import { as, type Columns, oneOf, type Row, table } from '#server/core/database/table.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import { payableStatuses } from '#shared/orders/machine.ts';
import { taxNames } from '#shared/orders/tax.ts';
import {
  addOns,
  type Exchange,
  orderKinds,
  orderStatuses,
  type PriceLine,
  type RefundReason,
} from '#shared/orders/types.ts';

/** Details of some order kinds: the declared data status, a professional's exchanges, the platform's user name. */
export type OrderDetails = {
  readonly professional?: boolean;
  readonly exchanges?: readonly Exchange[];
  readonly platformUser?: string;
  /** Whether the buyer removed the running promotion. */
  readonly withoutPromotion?: boolean;
};

export const ordersTables = {
  orders: table({
    id: 'text primary key',
    /** The number shown to people; see `makeOrderNumber`. */
    number: 'text not null unique',
    /** The first order of the purchase; a replacing order continues its purchase. */
    purchase_id: 'text not null',
    /** Counts corrections; the highest of a purchase is the current one. */
    revision: 'integer not null default 0',
    /** Random; together with the id it opens the result screen. */
    session_id: 'text not null',
    kind: oneOf(orderKinds),
    status: oneOf(orderStatuses),
    person_id: 'text references person',
    email: 'text not null',
    first_name: 'text not null',
    last_name: 'text not null',
    country: 'text not null',
    /** As `readPostalCode` returns it; null where nothing depends on it. */
    postal_code: 'text',
    company_name: 'text',
    /** An EU VAT number with valid check digits. */
    vat_number: 'text',
    locale: 'text not null',
    package_id: 'text not null',
    platform: oneOf(platforms),
    rules_version: 'text not null',
    lines: as<readonly PriceLine[]>('jsonb not null'),
    coupon: 'text',
    total_cents: 'bigint not null',
    currency: 'text not null',
    consents: as<readonly ConsentRecord[]>('jsonb not null'),
    /** Unique together with its scope (the person, or the browser's session id). */
    idempotency_scope: 'text not null',
    idempotency_key: 'text not null',
    request_hash: 'text not null',
    payment_provider: 'text not null',
    /** The provider's own checkout session. */
    payment_session_id: 'text',
    payment_url: 'text',
    created_at: 'timestamptz not null',
    expires_at: 'timestamptz not null',
    paid_at: 'timestamptz',
    fulfilled_at: 'timestamptz',
    /** When `reconcile-orders` last checked the order's payment or account. */
    reconciled_at: 'timestamptz',
    /** The target account, for kinds that act on one. */
    account_id: 'text references trading_account',
    /** The product in the buyer's language; see `getOrderName`. */
    name: "text not null default ''",
    bill_id: 'text',
    details: as<OrderDetails>("jsonb not null default '{}'"),
    /** The included tax in basis points. */
    tax_bps: 'integer not null default 0',
    tax_name: oneOf(taxNames, "text not null default 'none'"),
    /** Whether the buyer requested a start within the cancellation period. */
    start_now: 'boolean not null default true',
    /** Not fulfilled before this time. */
    begins_at: 'timestamptz',
    /** The saved payment method it is charged to or was paid with. */
    payment_method: 'text',
    /** Keyed hash of the card that paid, the same for everyone who uses it; null without a card. */
    card_fingerprint: 'text',
    /** Set once; the refund is then retried until it succeeds. */
    refund_requested_at: 'timestamptz',
    /** Why staff refunded it; null for a refund that follows from a rule. */
    refund_reason: as<RefundReason>('text'),
    /** When the buyer was mailed about the unpaid order. */
    reminded_at: 'timestamptz',
    /** The affiliate who referred the buyer, and how. */
    affiliate_id: 'text references person',
    affiliate_via: as<'link' | 'coupon'>('text'),
    affiliate_click_id: 'text',
  })
    .with(
      'unique (idempotency_scope, idempotency_key)',
      'constraint orders_total_cents_check check (total_cents >= 0)',
      'create unique index orders_payment_session on orders (payment_provider, payment_session_id) where payment_session_id is not null',
      'create unique index orders_purchase on orders (purchase_id, revision)',
      'create index orders_created on orders (created_at, id)',
      'create index orders_total on orders (to_timestamp(total_cents), id)',
      'create index orders_person on orders (person_id, created_at desc)',
      'create index orders_email on orders (lower(email) text_pattern_ops, created_at desc)',
      "create index orders_unfinished on orders (status, expires_at) where status in ('draft', 'awaiting-payment', 'paid')",
      `create index orders_unpaid on orders (reconciled_at nulls first) where ${isOneOf('status', payableStatuses)}`,
      'create index orders_account on orders (account_id, created_at desc) where account_id is not null',
      'create index orders_card on orders (card_fingerprint, person_id) where card_fingerprint is not null',
      'create index orders_bill on orders (bill_id) where bill_id is not null',
      'create index orders_scope on orders (idempotency_scope, created_at desc)',
      'create index orders_paid on orders (paid_at) where paid_at is not null',
      "create index orders_refund on orders (refund_requested_at) where (refund_requested_at is not null) and (status <> 'refunded')",
      'create index orders_affiliate on orders (affiliate_id, created_at desc) where affiliate_id is not null',
    )
    .later({
      /** Null while no register was asked about its VAT number. */
      vat_check: as<VatCheck>('jsonb'),
      /** As in the buyer's passport, if the name isn't in Latin letters. */
      latin_name: 'text',
      /** What a consumer who withdrew owes for what was supplied, which its refund leaves out. */
      kept_cents: 'bigint not null default 0',
    }),
  /** A person's one trial. The key is their address, normalized so that aliases of a mailbox match. */
  trial_claim: table({
    address_key: 'text primary key',
    person_id: 'text not null unique references person',
    order_id: 'text not null unique references orders',
  }),
  /** An address, as a hash of its key, whose owner wants no reminders of unpaid orders. */
  reminder_objection: table({
    address_hash: 'text primary key',
    objected_at: 'timestamptz not null',
  }),
  /** How many open and paid orders use a code. */
  coupon_count: table({
    code: 'text primary key',
    taken: 'integer not null',
  }),
  coupon_use: table({
    order_id: 'text primary key references orders',
    code: 'text not null',
    once_key: 'text',
  }).with('create unique index coupon_use_once on coupon_use (code, once_key) where once_key is not null'),
  /** A refund of an add-on while the order continues, once each; add-ons requested together share a refund. */
  partial_refund: table({
    order_id: 'text not null references orders',
    item: oneOf(addOns),
    refund_id: 'text not null',
    amount_cents: 'bigint not null check (amount_cents >= 0)',
    reason: as<RefundReason>('text not null'),
    requested_at: 'timestamptz not null',
    /** When the provider confirmed it. */
    settled_at: 'timestamptz',
  }).with(
    'primary key (order_id, item)',
    'create index partial_refund_refund on partial_refund (refund_id)',
    'create index partial_refund_open on partial_refund (requested_at) where settled_at is null',
  ),
  /** The unused resets of a funded account. */
  funded_account: table({
    account_id: 'text primary key references trading_account',
    order_id: 'text not null unique references orders',
    resets_left: 'integer not null',
  }),
};

export type OrderRow = Row<typeof ordersTables.orders>;

export type OrderTable = Columns<typeof ordersTables.orders>;
