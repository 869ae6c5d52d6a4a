import type { output } from 'zod/mini';
import { as, type Columns, oneOf, type Row, table } from '#server/core/database/table.ts';
import type { BillingIdentity } from '#shared/billing/billing-identity.ts';
import { cancellationKinds } from '#shared/billing/cancellation-statement.ts';
import type { invoiceDocument } from '#shared/billing/contract.ts';
import { subscriptionKinds, subscriptionStatuses } from '#shared/billing/subscription.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import { type BillingInterval, billingIntervals } from '#shared/orders/types.ts';

export type NextCharge = {
  readonly amountCents: number;
  readonly billingInterval: BillingInterval;
  readonly at: number;
};

export type InvoiceDocument = output<typeof invoiceDocument>;
export type DocumentCause = 'payment' | 'refund' | `partial:${string}` | `provider:${string}` | `dispute:${string}`;

/** The ticket in which staff decide a statement, and when they last closed it. */
const decidedBy = { ticket_id: 'text references ticket', decided_at: 'timestamptz' } as const;

export const billingTables = {
  /** A running period: an evaluation, Thor or data that renews, or a trial that doesn't. */
  subscription: table({
    id: 'text primary key',
    person_id: 'text not null references person',
    order_id: 'text not null unique references orders',
    kind: oneOf(subscriptionKinds),
    package_id: 'text not null',
    platform: oneOf(platforms),
    account_id: 'text references trading_account',
    /** As on the first bill, in the buyer's language. */
    name: 'text not null',
    amount_cents: 'bigint not null',
    billing_interval: oneOf(billingIntervals),
    renews: 'boolean not null',
    status: oneOf(subscriptionStatuses),
    /** Periods count from here, so that the 31st returns after a short month. */
    anchor_at: 'timestamptz not null',
    period_starts_at: 'timestamptz not null',
    period_ends_at: 'timestamptz not null',
    payment_provider: 'text not null',
    /** The provider's id of the saved payment method. */
    payment_method: 'text',
    /** The last four digits of its card; null until the provider has named them. */
    card_ending: 'text',
    /** The end of the period whose reminder was mailed. */
    reminded_for: 'timestamptz',
    canceled_at: 'timestamptz',
    ended_at: 'timestamptz',
    /** `passed`: its evaluation was passed, so it no longer charges; null for any other end. */
    end_reason: as<'passed'>('text'),
    created_at: 'timestamptz not null',
  })
    .with(
      'constraint subscription_amount_cents_check check (amount_cents >= 0)',
      'create index subscription_created on subscription (created_at, id)',
      'create index subscription_amount on subscription (to_timestamp(amount_cents), id)',
      'create index subscription_period on subscription (period_ends_at, id)',
      'create index subscription_person on subscription (person_id, created_at desc)',
      'create index subscription_account on subscription (account_id) where account_id is not null',
      "create index subscription_due on subscription (period_ends_at) where status <> 'ended'",
    )
    .later({
      /** Null while it is as in the order. */
      billing_identity: as<BillingIdentity>('jsonb'),
    }),
  /** One unpaid or paid period of a subscription; unique by its start, whatever triggers the charge. */
  bill: table({
    id: 'text primary key',
    subscription_id: 'text not null references subscription',
    person_id: 'text not null references person',
    amount_cents: 'bigint not null',
    period_starts_at: 'timestamptz not null',
    period_ends_at: 'timestamptz not null',
    status: as<'open' | 'paid' | 'void'>('text not null'),
    /** The order that paid it. */
    order_id: 'text references orders',
    attempts: 'integer not null default 0',
    first_attempt_at: 'timestamptz',
    next_attempt_at: 'timestamptz',
    paid_at: 'timestamptz',
    created_at: 'timestamptz not null',
  }).with(
    'unique (subscription_id, period_starts_at)',
    'constraint bill_amount_cents_check check (amount_cents >= 0)',
    'create index bill_person on bill (person_id, created_at desc)',
    "create index bill_due on bill (next_attempt_at) where (status = 'open') and (next_attempt_at is not null)",
  ),
  /** An issued document, immutable. */
  invoice: table({
    number: 'text primary key',
    kind: as<'invoice' | 'credit'>('text not null'),
    /**
     * What it was issued for, once each: `payment`, `refund` of everything left, `partial:<refund id>`, `dispute:<id>` or
     * `provider:<id>`, a refund made at the provider.
     */
    cause: as<DocumentCause>('text not null'),
    order_id: 'text not null references orders',
    person_id: 'text not null references person',
    document: as<InvoiceDocument>('jsonb not null'),
    issued_at: 'timestamptz not null',
  }).with(
    'unique (order_id, cause)',
    'create index invoice_issued on invoice (issued_at, number)',
    "create index invoice_credited on invoice (issued_at) where kind = 'credit'",
    'create index invoice_person on invoice (person_id, issued_at desc)',
  ),
  /** A declaration of contract cancellation, stored as received. */
  contract_cancellation: table({
    id: 'text primary key',
    /** Named in its acknowledgment, such as `W2026-000042`. */
    reference: 'text not null unique',
    /** The order it refers to; null if that address has no such order. */
    order_id: 'text references orders',
    order_given: 'text not null',
    name: 'text not null',
    email: 'text not null',
    /** `pending` waits for the mailed link; `repeated` adds nothing to an earlier one. */
    outcome: as<'pending' | 'accepted' | 'review' | 'repeated'>(
      "text not null check (outcome in ('pending', 'accepted', 'review', 'repeated'))",
    ),
    locale: 'text not null',
    ip: 'text not null',
    received_at: 'timestamptz not null',
  })
    .with('create index contract_cancellation_order on contract_cancellation (order_id)')
    .later(decidedBy),
  /** A statement that cancels a subscription, stored as received. */
  subscription_cancellation: table({
    id: 'text primary key',
    /** Named in its acknowledgment, such as `K2026-000042`. */
    reference: 'text not null unique',
    /** What it cancels; null if that address has no such order, or nothing of it renews. */
    subscription_id: 'text references subscription',
    order_given: 'text not null',
    name: 'text not null',
    email: 'text not null',
    kind: oneOf(cancellationKinds),
    /** Why it ends at once, in the consumer’s words. */
    reason: 'text',
    /** The day on which it should end; null for as soon as possible. */
    ends_on: 'text',
    locale: 'text not null',
    ip: 'text not null',
    received_at: 'timestamptz not null',
    /** When the owner of the address proved it; it counts from `received_at`. */
    confirmed_at: 'timestamptz',
  })
    .with(
      'create index subscription_cancellation_email on subscription_cancellation (lower(email) text_pattern_ops)',
      'create index subscription_cancellation_received on subscription_cancellation (received_at, id)',
      'create index subscription_cancellation_subscription on subscription_cancellation (subscription_id)',
      'create index subscription_cancellation_open on subscription_cancellation (subscription_id) where confirmed_at is null',
    )
    .later(decidedBy),
};

export type Declaration = Row<typeof billingTables.contract_cancellation>;

export type SubscriptionStatement = Row<typeof billingTables.subscription_cancellation>;

export type SubscriptionTable = Columns<typeof billingTables.subscription>;

export type BillTable = Columns<typeof billingTables.bill>;
