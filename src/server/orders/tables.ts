import type { ColumnType, Generated, Selectable } from 'kysely';
import type { ConsentRecord, Json, MaybeMoment, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import type { TaxName } from '#shared/orders/tax.ts';
import type { AddOn, Exchange, OrderKind, OrderStatus, PriceLine, RefundReason } from '#shared/orders/types.ts';

/** Details of some order kinds: the declared data status, a professional's exchanges, the platform's user name. */
export type OrderDetails = {
  readonly professional?: boolean;
  readonly exchanges?: readonly Exchange[];
  readonly platformUser?: string;
  /** Whether the buyer removed the running promotion. */
  readonly withoutPromotion?: boolean;
};

export type OrderTable = {
  id: string;
  /** The number shown to people; see `makeOrderNumber`. */
  number: string;
  /** The first order of the purchase; a replacing order continues its purchase. */
  purchase_id: string;
  /** Counts corrections; the highest of a purchase is the current one. */
  revision: Generated<number>;
  /** Random; together with the id it opens the result screen. */
  session_id: string;
  kind: OrderKind;
  status: OrderStatus;
  person_id: string | null;
  email: string;
  first_name: string;
  last_name: string;
  country: string;
  /** Printed on a company's invoice. */
  company_name: MaybeText;
  /** An EU VAT number with valid check digits. */
  /** As `readPostalCode` returns it; null where nothing depends on it. */
  postal_code: MaybeText;
  vat_number: MaybeText;
  locale: string;
  package_id: string;
  platform: PlatformName;
  rules_version: string;
  lines: Json<readonly PriceLine[]>;
  coupon: string | null;
  total_cents: number;
  currency: string;
  consents: Json<readonly ConsentRecord[]>;
  /** Unique together with its scope (the person, or the browser's session id). */
  idempotency_scope: string;
  idempotency_key: string;
  request_hash: string;
  payment_provider: string;
  /** The provider's own checkout session. */
  payment_session_id: string | null;
  payment_url: string | null;
  created_at: Moment;
  expires_at: Moment;
  /** When `reconcile-orders` last checked the order's payment or account. */
  reconciled_at: MaybeMoment;
  paid_at: MaybeMoment;
  fulfilled_at: MaybeMoment;
  /** The product in the buyer's language; see `getOrderName`. */
  name: Generated<string>;
  /** The target account, for kinds that act on one. */
  account_id: MaybeText;
  bill_id: MaybeText;
  details: ColumnType<OrderDetails, string | undefined, string>;
  /** The included tax in basis points. */
  tax_bps: Generated<number>;
  tax_name: Generated<TaxName>;
  /** Whether the buyer requested a start within the cancellation period. */
  start_now: Generated<boolean>;
  /** Not fulfilled before this time. */
  begins_at: MaybeMoment;
  /** The saved payment method it is charged to or was paid with. */
  payment_method: MaybeText;
  /** Keyed hash of the card that paid, the same for everyone who uses it; null without a card. */
  card_fingerprint: MaybeText;
  /** Set once; the refund is then retried until it succeeds. */
  refund_requested_at: MaybeMoment;
  /** Why staff refunded it; null for a refund that follows from a rule. */
  refund_reason: ColumnType<RefundReason | null, RefundReason | null | undefined, RefundReason | null>;
  /** When the buyer was mailed about the unpaid order. */
  reminded_at: MaybeMoment;
  /** The affiliate who referred the buyer, and how. */
  affiliate_id: MaybeText;
  affiliate_click_id: MaybeText;
  affiliate_via: ColumnType<'link' | 'coupon' | null, 'link' | 'coupon' | null | undefined, null>;
};

export type OrderRow = Selectable<OrderTable>;

/** A refund of an add-on while the order continues; add-ons requested together share a refund. */
type PartialRefundTable = {
  order_id: string;
  item: AddOn;
  refund_id: string;
  amount_cents: number;
  reason: RefundReason;
  requested_at: Moment;
  /** When the provider confirmed it. */
  settled_at: MaybeMoment;
};

/** A person's one trial. The key is their address, normalized so that aliases of a mailbox match. */
type TrialClaimTable = { address_key: string; person_id: string; order_id: string };

/** An address, as a hash of its key, whose owner wants no reminders of unpaid orders. */
type ReminderObjectionTable = { address_hash: string; objected_at: Moment };

/** How many open and paid orders use a code. */
type CouponCountTable = { code: string; taken: number };

type CouponUseTable = { order_id: string; code: string; once_key: MaybeText };

/** The unused resets of a funded account. */
type FundedAccountTable = {
  account_id: string;
  order_id: string;
  resets_left: number;
};

export type OrdersTables = {
  orders: OrderTable;
  trial_claim: TrialClaimTable;
  reminder_objection: ReminderObjectionTable;
  coupon_count: CouponCountTable;
  coupon_use: CouponUseTable;
  funded_account: FundedAccountTable;
  partial_refund: PartialRefundTable;
};
