import type { ColumnType, Generated, Selectable } from 'kysely';
import type { AccountEnd, AccountPhase } from '../../domain/account/lifecycle.ts';
import type { AccountState } from '../../domain/account/state.ts';
import type { Exchange, OrderKind, OrderStatus, PriceLine } from '../../domain/order/types.ts';
import type {
  AccountCheckpointTable,
  AccountDisputeTable,
  AccountEventTable,
  AccountPointTable,
  AccountSuspensionTable,
  BalanceDifferenceTable,
  ContractLimitCrossingTable,
  ParkedEventTable,
  SimulatedAccountTable,
  SimulatedTraderTable,
} from './account-tables.ts';
import type {
  AffiliateClickTable,
  AffiliateTable,
  BillTable,
  ContractCancellationTable,
  CouponCountTable,
  CouponUseTable,
  FundedAccountTable,
  InvoiceTable,
  NumberSeriesTable,
  PerformanceReviewTable,
  SubscriptionTable,
  TrialClaimTable,
} from './billing-tables.ts';
import type { ConsentRecord, Json, MaybeMoment, MaybeText, Moment, PlatformName } from './columns.ts';
import type { IdentityTables } from './identity-tables.ts';
import type {
  ContactMessageTable,
  FeatureRequestTable,
  FeatureVoteTable,
  NewsletterSubscriptionTable,
} from './message-tables.ts';
import type { PaymentDisputeTable, ProviderEventTable, SandboxPaymentTable } from './payment-tables.ts';

/** What a kind asks besides: the declared data status, a professional's exchanges, the platform's name of the user. */
export type OrderDetails = {
  readonly professional?: boolean;
  readonly exchanges?: readonly Exchange[];
  readonly platformUser?: string;
};

export type OrderTable = {
  id: string;
  /** Ours, random; with the id it opens the result screen. */
  session_id: string;
  kind: OrderKind;
  status: OrderStatus;
  person_id: string | null;
  email: string;
  first_name: string;
  last_name: string;
  country: string;
  locale: string;
  package_id: string;
  platform: PlatformName;
  rules_version: string;
  lines: Json<readonly PriceLine[]>;
  coupon: string | null;
  total_cents: number;
  currency: string;
  consents: Json<readonly ConsentRecord[]>;
  /** Unique with its scope (the person, or the browser's session id). */
  idempotency_scope: string;
  idempotency_key: string;
  request_hash: string;
  payment_provider: string;
  /** The provider's own checkout session. */
  payment_session_id: string | null;
  payment_url: string | null;
  created_at: Moment;
  expires_at: Moment;
  /** When `reconcile-orders` last looked after the order: asked for its payment, or for its account. */
  reconciled_at: MaybeMoment;
  paid_at: MaybeMoment;
  fulfilled_at: MaybeMoment;
  /** What was bought, in the buyer's language; see `nameOfOrder`. */
  name: Generated<string>;
  /** The account it is for, of kinds that act on one. */
  account_id: MaybeText;
  bill_id: MaybeText;
  details: ColumnType<OrderDetails, string | undefined, string>;
  /** The tax that the total contains, in basis points. */
  tax_bps: Generated<number>;
  /** Whether the buyer asked for a start within the withdrawal period. */
  start_now: Generated<boolean>;
  /** Not fulfilled before. */
  begins_at: MaybeMoment;
  /** The saved means of payment it is charged by, or was paid with. */
  payment_method: MaybeText;
  /** Set once; the money then goes back, however often that is tried. */
  refund_requested_at: MaybeMoment;
  /** When the buyer was mailed that the order is unfinished. */
  reminded_at: MaybeMoment;
  /** The affiliate who brought the buyer, and by what. */
  affiliate_id: MaybeText;
  affiliate_via: ColumnType<'link' | 'coupon' | null, 'link' | 'coupon' | null | undefined, null>;
};

/** Why an account may not trade: its rules (`breach`, `daily-limit`), its payments, or conduct. */
export type AccessReason = 'breach' | 'daily-limit' | AccountSuspensionTable['why'];

/** Whether an account trades. `flatten` closes what is open; `until` is when it trades again, null where that is open. */
export type TradingAccess =
  | { readonly trading: true }
  | {
      readonly trading: false;
      readonly flatten: boolean;
      readonly until: number | null;
      readonly reason: AccessReason;
    };

/** What an account may do: whether it trades, and which market data it sees (packages, or the add-on). */
export type AccountAccess = TradingAccess & { readonly marketData: readonly string[] };

export type TradingAccountTable = {
  id: string;
  person_id: string;
  /** One account per order: unique. */
  order_id: string;
  platform: PlatformName;
  platform_account_id: string;
  platform_user: string;
  /** Sealed with the key in DATA_DIR. */
  platform_secret: string;
  simulated: boolean;
  programme: 'classic' | 'ascension' | 'merit' | 'premium';
  size: '25K' | '50K' | '100K' | '150K';
  rules_version: string;
  /** The engine's snapshot after all stored events; `sequence` is the number of the newest arrival. */
  state: Json<AccountState>;
  sequence: Generated<number>;
  /** How many events the last checkpoint holds. */
  checkpoint_count: Generated<number>;
  /** How often its past was made anew: by a reset, or by what came late. */
  history_revision: Generated<number>;
  /** Chart points of trading days that ended before this moment are thinned. */
  compacted_until: ColumnType<Date, Date | undefined, Date>;
  /** When there is something to thin or to let go of; null when there is not. */
  compact_due_at: MaybeMoment;
  /** Marks before this moment are no longer stored, so nothing before it can be counted anew. */
  marks_retained_from: ColumnType<Date, Date | undefined, Date>;
  /** The trading day that is open by the snapshot; null when none is. */
  open_day: string | null;
  phase: ColumnType<AccountPhase, AccountPhase | undefined, AccountPhase>;
  /** The passed evaluation that a funded account follows: unique, so that one pass funds one account. */
  parent_id: MaybeText;
  /** When a trial ends by itself. */
  expires_at: MaybeMoment;
  ended_at: MaybeMoment;
  ended_why: ColumnType<AccountEnd | null, AccountEnd | null | undefined, AccountEnd | null>;
  opened_at: Moment;
  /** Since when the platform keeps it from trading; see `account_suspension`. */
  suspended_at: MaybeMoment;
  /** What the platform was told last; null is an account as it is opened. */
  access: ColumnType<AccountAccess | null, string | undefined, string>;
  /** How often the platform was told; the newest message counts. */
  access_revision: Generated<number>;
  /** When the platform is to be told again: a verdict came, or a lock ends. */
  access_due_at: MaybeMoment;
};

/** A row as it is read. */
export type StoredAccount = Selectable<TradingAccountTable>;

/** Mail to be sent; unique `dedupe_key` makes a mail happen once whatever asks for it again. */
type MailTable = {
  id: string;
  dedupe_key: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  reply_to: MaybeText;
  /** Where one click ends a subscription (RFC 8058); null for mail that nobody subscribed to. */
  unsubscribe_url: MaybeText;
  created_at: Moment;
  /** Since when a process is at sending it. */
  claimed_at: MaybeMoment;
  sent_at: MaybeMoment;
};

/** The mailbox adapter's own store: what a mail server would hold. */
type MailboxTable = {
  id: string;
  /** In the order of arrival. */
  number: Generated<number>;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  reply_to: MaybeText;
  unsubscribe_url: MaybeText;
  sent_at: Moment;
};

type AuditTable = {
  id: string;
  at: Moment;
  /** person:<id>, system, provider:<name> */
  actor: string;
  action: string;
  entity: string;
  entity_id: string;
  details: Json<object>;
};

/** The root of our keys where APP_SECRET is not set and several copies share the database. */
type InstallationKeyTable = { id: string; value: string };

type CaptchaUseTable = { challenge_hash: string; expires_at: Moment };

export type Database = IdentityTables & {
  orders: OrderTable;
  provider_event: ProviderEventTable;
  sandbox_payment: SandboxPaymentTable;
  trading_account: TradingAccountTable;
  account_dispute: AccountDisputeTable;
  account_suspension: AccountSuspensionTable;
  account_event: AccountEventTable;
  balance_difference: BalanceDifferenceTable;
  contract_limit_crossing: ContractLimitCrossingTable;
  parked_event: ParkedEventTable;
  account_point: AccountPointTable;
  account_checkpoint: AccountCheckpointTable;
  simulated_account: SimulatedAccountTable;
  simulated_trader: SimulatedTraderTable;
  /** When the bridge of each platform was last heard of. */
  bridge_heartbeat: { platform: PlatformName; seen_at: Moment };
  mail: MailTable;
  mailbox: MailboxTable;
  audit: AuditTable;
  captcha_use: CaptchaUseTable;
  installation_key: InstallationKeyTable;
  newsletter_subscription: NewsletterSubscriptionTable;
  contact_message: ContactMessageTable;
  feature_request: FeatureRequestTable;
  feature_vote: FeatureVoteTable;
  trial_claim: TrialClaimTable;
  coupon_count: CouponCountTable;
  coupon_use: CouponUseTable;
  subscription: SubscriptionTable;
  bill: BillTable;
  funded_account: FundedAccountTable;
  performance_review: PerformanceReviewTable;
  number_series: NumberSeriesTable;
  invoice: InvoiceTable;
  payment_dispute: PaymentDisputeTable;
  affiliate: AffiliateTable;
  affiliate_click: AffiliateClickTable;
  contract_cancellation: ContractCancellationTable;
};
