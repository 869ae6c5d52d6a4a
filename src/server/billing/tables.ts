import type { ColumnType, Selectable } from 'kysely';
import type { Json, MaybeMoment, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { CancellationKind } from '#shared/billing/cancellation-statement.ts';
import type { SubscriptionKind, SubscriptionStatus } from '#shared/billing/subscription.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import type { TaxName } from '#shared/orders/tax.ts';
import type { BillingInterval } from '#shared/orders/types.ts';

/** A running period: an evaluation, Thor or data that renews, or a trial that doesn't. */
export type SubscriptionTable = {
  id: string;
  person_id: string;
  order_id: string;
  kind: SubscriptionKind;
  package_id: string;
  platform: PlatformName;
  account_id: MaybeText;
  /** As on the first bill, in the buyer's language. */
  name: string;
  amount_cents: number;
  billing_interval: BillingInterval;
  renews: boolean;
  status: SubscriptionStatus;
  /** Periods count from here, so that the 31st returns after a short month. */
  anchor_at: Moment;
  period_starts_at: Moment;
  period_ends_at: Moment;
  payment_provider: string;
  /** The provider's id of the saved payment method. */
  payment_method: MaybeText;
  /** The last four digits of its card; null until the provider has named them. */
  card_ending: MaybeText;
  /** The end of the period whose reminder was mailed. */
  reminded_for: MaybeMoment;
  canceled_at: MaybeMoment;
  ended_at: MaybeMoment;
  /** `passed`: its evaluation was passed, so it no longer charges; null for any other end. */
  end_reason: ColumnType<'passed' | null, 'passed' | null | undefined, 'passed' | null>;
  created_at: Moment;
};

/** One unpaid or paid period of a subscription; unique by its start, whatever triggers the charge. */
export type BillTable = {
  id: string;
  subscription_id: string;
  person_id: string;
  amount_cents: number;
  period_starts_at: Moment;
  period_ends_at: Moment;
  status: 'open' | 'paid' | 'void';
  /** The order that paid it. */
  order_id: MaybeText;
  attempts: number;
  first_attempt_at: MaybeMoment;
  next_attempt_at: MaybeMoment;
  paid_at: MaybeMoment;
  created_at: Moment;
};

export type NextCharge = {
  readonly amountCents: number;
  readonly billingInterval: BillingInterval;
  readonly at: number;
};

export type InvoiceDocument = {
  readonly firm: {
    readonly name: string;
    readonly email: string;
    readonly address: readonly string[];
    readonly country: string;
    readonly phone: string;
    /** The register and its number, in the order's language. */
    readonly registration: string;
    readonly taxNumber: string;
    /** Whether the details are invented, as in the demo. */
    readonly isSample: boolean;
  };
  readonly buyer: {
    readonly name: string;
    readonly email: string;
    readonly country: string;
    readonly postalCode: string | null;
    readonly company: string | null;
    readonly vatNumber: string | null;
  };
  readonly name: string;
  readonly lines: readonly { readonly item: string; readonly amountCents: number }[];
  readonly totalCents: number;
  readonly currency: string;
  readonly taxName: TaxName;
  readonly taxBps: number;
  readonly taxCents: number;
  /** As known when issued; null if the order renews nothing, and on a credit note. */
  readonly nextCharge: NextCharge | null;
  /** The number of the credited invoice; only on a credit note. */
  readonly credits: string | null;
};

export type DocumentCause = 'payment' | 'refund' | `partial:${string}` | `provider:${string}` | `dispute:${string}`;

/** An issued document, immutable. */
type InvoiceTable = {
  number: string;
  kind: 'invoice' | 'credit';
  /**
   * What it was issued for, once each: `payment`, `refund` of everything left, `partial:<refund id>`, `dispute:<id>` or
   * `provider:<id>`, a refund made at the provider.
   */
  cause: DocumentCause;
  order_id: string;
  person_id: string;
  document: Json<InvoiceDocument>;
  issued_at: Moment;
};

export type Declaration = Selectable<ContractCancellationTable>;

export type SubscriptionStatement = Selectable<SubscriptionCancellationTable>;

/** A statement that cancels a subscription, stored as received. */
type SubscriptionCancellationTable = {
  id: string;
  /** Named in its acknowledgment, such as `K2026-000042`. */
  reference: string;
  /** What it cancels; null if that address has no such order, or nothing of it renews. */
  subscription_id: MaybeText;
  order_given: string;
  name: string;
  email: string;
  kind: CancellationKind;
  /** Why it ends at once, in the consumer’s words. */
  reason: MaybeText;
  /** The day on which it should end; null for as soon as possible. */
  ends_on: MaybeText;
  locale: string;
  ip: string;
  received_at: Moment;
  /** When the owner of the address proved it; it counts from `received_at`. */
  confirmed_at: MaybeMoment;
};

/** A declaration of contract cancellation, stored as received. */
type ContractCancellationTable = {
  id: string;
  /** Named in its acknowledgment, such as `W2026-000042`. */
  reference: string;
  /** The order it refers to; null if that address has no such order. */
  order_id: MaybeText;
  order_given: string;
  name: string;
  email: string;
  /** `pending` waits for the mailed link; `repeated` adds nothing to an earlier one. */
  outcome: 'pending' | 'accepted' | 'review' | 'repeated';
  locale: string;
  ip: string;
  received_at: Moment;
};

export type BillingTables = {
  subscription_cancellation: SubscriptionCancellationTable;
  subscription: SubscriptionTable;
  bill: BillTable;
  invoice: InvoiceTable;
  contract_cancellation: ContractCancellationTable;
};
