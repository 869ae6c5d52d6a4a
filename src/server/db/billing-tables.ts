import type { ColumnType } from 'kysely';
import type { Json, MaybeMoment, MaybeText, Moment, PlatformName } from './columns.ts';

/** The one trial of a person. The key is the address without what makes one mailbox look like many. */
export type TrialClaimTable = { address_key: string; person_id: string; order_id: string };

/** How many open and paid orders have a code. */
export type CouponCountTable = { code: string; taken: number };

export type CouponUseTable = { order_id: string; code: string; once_key: MaybeText };

export type SubscriptionStatus = 'active' | 'past-due' | 'ended';

/** What runs by periods: an evaluation, Thor or data that renews, or a trial that does not. */
export type SubscriptionTable = {
  id: string;
  person_id: string;
  order_id: string;
  kind: 'evaluation' | 'trial' | 'thor' | 'market-data';
  package_id: string;
  platform: PlatformName;
  account_id: MaybeText;
  /** As on the first bill, in the buyer's language. */
  name: string;
  amount_cents: number;
  every: 'monthly' | 'yearly';
  renews: boolean;
  status: SubscriptionStatus;
  /** Periods are counted from here, so that the 31st comes back after a short month. */
  anchor_at: Moment;
  period_starts_at: Moment;
  period_ends_at: Moment;
  payment_provider: string;
  /** The provider's name for the saved means of payment. */
  payment_method: MaybeText;
  /** The end of the period whose notice was mailed. */
  reminded_for: MaybeMoment;
  cancelled_at: MaybeMoment;
  ended_at: MaybeMoment;
  /** `passed`: its evaluation was passed, so nothing more is charged; null for any other end. */
  ended_why: ColumnType<'passed' | null, 'passed' | null | undefined, 'passed' | null>;
  created_at: Moment;
};

/** One period of a subscription to be paid: unique by its start, whoever asks for the money. */
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
  tries: number;
  first_try_at: MaybeMoment;
  next_try_at: MaybeMoment;
  paid_at: MaybeMoment;
  created_at: Moment;
};

/** The resets that a funded account still has. */
export type FundedAccountTable = {
  account_id: string;
  order_id: string;
  resets_left: number;
};

export type PerformanceReviewTable = {
  id: string;
  order_id: string;
  account_id: string;
  person_id: string;
  wanted_at: Moment;
  delivered_at: MaybeMoment;
};

/** The last number of each series: taken in the transaction of the document, so that none is skipped or repeated. */
export type NumberSeriesTable = { series: string; last: number };

export type InvoiceDocument = {
  readonly firm: { readonly name: string; readonly email: string };
  readonly buyer: { readonly name: string; readonly email: string; readonly country: string };
  readonly name: string;
  readonly lines: readonly { readonly item: string; readonly amountCents: number }[];
  readonly totalCents: number;
  readonly currency: string;
  readonly taxBps: number;
  readonly taxCents: number;
  /** Of a credit note: the invoice it takes back. */
  readonly credits: string | null;
};

/** What was issued stands as it was issued. */
export type InvoiceTable = {
  number: string;
  kind: 'invoice' | 'credit';
  order_id: string;
  person_id: string;
  document: Json<InvoiceDocument>;
  issued_at: Moment;
};

/** Somebody's statement that they withdraw from a contract, kept as it was made. */
export type ContractCancellationTable = {
  id: string;
  /** The order it was found to mean; null for one we do not have under that address. */
  order_id: MaybeText;
  order_given: string;
  name: string;
  email: string;
  outcome: 'accepted' | 'review';
  locale: string;
  ip: string;
  stated_at: Moment;
};

/** Somebody who is paid for buyers they bring: by a link with their code, or by a coupon. */
export type AffiliateTable = {
  person_id: string;
  code: string;
  coupon: MaybeText;
  joined_at: Moment;
};

/** The visits of one browser by an affiliate's link. */
export type AffiliateClickTable = {
  affiliate_id: string;
  /** The browser's session id. */
  browser: string;
  clicks: number;
  first_at: Moment;
  last_at: Moment;
};
