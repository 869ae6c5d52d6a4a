import type { ColumnType, Generated, Selectable } from 'kysely';
import type { FeedTables } from '#server/accounts/feed/tables.ts';
import type { JournalTables } from '#server/accounts/journal/tables.ts';
import type {
  AccountCheckpointTable,
  AccountDisputeTable,
  AccountEndRequestTable,
  AccountEventTable,
  AccountInactivityTable,
  AccountNoteTable,
  AccountResetRequestTable,
  AccountSuspensionTable,
  AlertSettings,
  BalanceDifferenceTable,
  ConductCaseTable,
  ContractLimitCrossingTable,
  DocumentRequestTable,
  EquityPointTable,
  RequestedDocumentTable,
  RiskActionTable,
  SimulatedAccountTable,
  SimulatedTraderTable,
} from '#server/accounts/tables.ts';
import type {
  AffiliateClickTable,
  AffiliateEndpointTable,
  AffiliateFormerCouponTable,
  AffiliateTable,
  CommissionTable,
  PostbackTable,
} from '#server/affiliates/tables.ts';
import type {
  PaymentDisputeTable,
  PaymentRefundTable,
  ProviderEventTable,
  SandboxPaymentTable,
} from '#server/billing/payments/tables.ts';
import type {
  BillTable,
  ContractCancellationTable,
  CouponCountTable,
  CouponUseTable,
  FundedAccountTable,
  InvoiceTable,
  NumberSeriesTable,
  PerformanceReviewTable,
  ReminderObjectionTable,
  SubscriptionCancellationTable,
  SubscriptionTable,
  TrialClaimTable,
} from '#server/billing/tables.ts';
import type {
  AnnouncementRecipientTable,
  AnnouncementTable,
  CouponTable,
  DiscountTable,
} from '#server/catalog/tables.ts';
import type { CertificateKeyTable, CertificateTable } from '#server/certificates/tables.ts';
import type { CopierTables } from '#server/copier/tables.ts';
import type {
  FeatureRequestTable,
  FeatureVoteTable,
  MailTable,
  NewsletterSubscriptionTable,
  PushMessageTable,
  PushSubscriptionTable,
} from '#server/messages/tables.ts';
import type { OfficeTables } from '#server/office/tables.ts';
import type { OrderTable, PartialRefundTable } from '#server/orders/tables.ts';
import type { PayoutBatchTables } from '#server/payouts/batches/tables.ts';
import type { PayeeTables } from '#server/payouts/payees/tables.ts';
import type { PayoutTables } from '#server/payouts/tables.ts';
import type { IdentityTables } from '#server/people/tables.ts';
import type { DetectionTables } from '#server/risk/tables.ts';
import type { StatusTables } from '#server/status/tables.ts';
import type { TicketTables } from '#server/support/tables.ts';
import type { TradingTables } from '#server/trading/tables.ts';
import type { AlertKind } from '#shared/accounts/alerts.ts';
import type { AccountEndReason, AccountPhase } from '#shared/accounts/lifecycle.ts';
import type { PersonalStop } from '#shared/accounts/personal-stop/personal-stop.ts';
import type { AccountState } from '#shared/accounts/state.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import type { Program, Size } from '#shared/catalog/programs.ts';
import type { AuditLinkTable, AuditTable } from '../audit/tables.ts';
import type { LedgerTables } from '../ledger/tables.ts';
import type { Json, MaybeMoment, MaybeNumber, MaybeText, Moment } from './columns.ts';

/**
 * Why an account may not trade: its rules (`breach`, `daily-limit`), its owner's personal daily stop, a trading halt, its
 * payments, or conduct.
 */
export type AccessReason = 'breach' | 'daily-limit' | 'personal-stop' | 'halt' | AccountSuspensionTable['reason'];

/**
 * Whether an account may trade. `flatten` closes open positions; `until` is when trading resumes, null if open-ended.
 */
export type TradingAccess =
  | { readonly trading: true }
  | {
      readonly trading: false;
      readonly flatten: boolean;
      readonly until: number | null;
      readonly reason: AccessReason;
    };

/** An account's permissions: whether it may trade, and its market data (packages, or the add-on). */
export type AccountAccess = TradingAccess & {
  readonly marketData: readonly string[];
  /** Instruments whose orders are refused; omitted if there are none. */
  readonly haltedInstruments?: readonly string[];
};

export type TradingAccountTable = {
  id: string;
  person_id: string;
  /** Unique: one account per order. */
  order_id: string;
  platform: PlatformName;
  platform_account_id: string;
  platform_user: string;
  /** Encrypted with the installation's key. */
  platform_secret: string;
  simulated: boolean;
  program: Program;
  size: Size;
  rules_version: string;
  /** The engine's snapshot after all stored events; `sequence` is the newest event's number. */
  state: Json<AccountState>;
  sequence: Generated<number>;
  /** The number of events in the last checkpoint. */
  checkpoint_count: Generated<number>;
  /** Counts changes of the history, by a reset or a late event. */
  history_revision: Generated<number>;
  /** Chart points of trading days that ended before this time are downsampled. */
  compacted_until: ColumnType<Date, Date | undefined, Date>;
  /** When there is something to compact or prune; null if there is nothing. */
  compact_due_at: MaybeMoment;
  /** Marks before this time have been pruned, so nothing before it can be recalculated. */
  marks_retained_from: ColumnType<Date, Date | undefined, Date>;
  /** The open trading day of the snapshot; null if none. */
  open_day: string | null;
  phase: ColumnType<AccountPhase, AccountPhase | undefined, AccountPhase>;
  /** The passed evaluation of a funded account; unique, so that one pass funds one account. */
  parent_id: MaybeText;
  /** When a trial ends automatically. */
  expires_at: MaybeMoment;
  ended_at: MaybeMoment;
  end_reason: ColumnType<AccountEndReason | null, AccountEndReason | null | undefined, AccountEndReason | null>;
  opened_at: Moment;
  /** When the platform suspended trading; see `account_suspension`. */
  suspended_at: MaybeMoment;
  /** The permissions last sent to the platform; null for those of a new account. */
  access: ColumnType<AccountAccess | null, string | undefined, string>;
  /** Counts messages to the platform; the newest one applies. */
  access_revision: Generated<number>;
  /** The permissions that a person at the platform has yet to set, under the next revision. */
  access_pending: ColumnType<AccountAccess | null, string | undefined, string | null>;
  /** When the platform must be updated: after a verdict, or when a lock ends. */
  access_due_at: MaybeMoment;
  /** The revision of a lock that the platform has accepted but not yet confirmed as effective, and since when. */
  lock_pending_revision: MaybeNumber;
  lock_pending_since: MaybeMoment;
  /** Since when a difference from the platform keeps the rules from deciding; null if none does. */
  verdict_held_from: MaybeMoment;
  /** Inactivity counts from here if no trade followed: the opening, the last reset or the end of a suspension. */
  activity_from: Moment;
  /** When to check for inactivity next; null while the account can't become inactive. */
  inactivity_due_at: MaybeMoment;
  /** Whether a row of `account_inactivity` exists, which the next trade ends. */
  is_inactive: Generated<boolean>;
  /** Counts changes of the account's orders in the terminal. */
  orders_revision: Generated<number>;
  /** Null until its owner sets one. */
  personal_stop: ColumnType<PersonalStop | null, string | undefined, string>;
  /** What its owner calls it; null without a name. */
  nickname: MaybeText;
  /** Null for the defaults. */
  alert_settings: ColumnType<AlertSettings | null, string | undefined, string>;
  /** Alerts that were raised and wait for their value to recover. */
  alerts_pending: ColumnType<AlertKind[], AlertKind[] | undefined, AlertKind[]>;
};

/** A row as it is read. */
export type StoredAccount = Selectable<TradingAccountTable>;

/** The mailbox adapter's storage, in place of a mail server. */
type MailboxTable = {
  id: string;
  /** Increases with arrival. */
  number: Generated<number>;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  reply_to: MaybeText;
  unsubscribe_url: MaybeText;
  sent_at: Moment;
};

/** The root key if APP_SECRET is unset and several servers share the database. */
type InstallationKeyTable = { id: string; value: string };

type CaptchaUseTable = { challenge_hash: string; expires_at: Moment };

export type Database = CopierTables &
  FeedTables &
  JournalTables &
  DetectionTables &
  IdentityTables &
  LedgerTables &
  OfficeTables &
  PayeeTables &
  PayoutTables &
  StatusTables &
  TicketTables &
  TradingTables &
  PayoutBatchTables & {
    orders: OrderTable;
    provider_event: ProviderEventTable;
    sandbox_payment: SandboxPaymentTable;
    trading_account: TradingAccountTable;
    account_dispute: AccountDisputeTable;
    account_note: AccountNoteTable;
    account_suspension: AccountSuspensionTable;
    account_inactivity: AccountInactivityTable;
    account_end_request: AccountEndRequestTable;
    account_reset_request: AccountResetRequestTable;
    account_event: AccountEventTable;
    balance_difference: BalanceDifferenceTable;
    conduct_case: ConductCaseTable;
    contract_limit_crossing: ContractLimitCrossingTable;
    risk_action: RiskActionTable;
    document_request: DocumentRequestTable;
    requested_document: RequestedDocumentTable;
    equity_point: EquityPointTable;
    account_checkpoint: AccountCheckpointTable;
    simulated_account: SimulatedAccountTable;
    simulated_trader: SimulatedTraderTable;
    mail: MailTable;
    mailbox: MailboxTable;
    audit: AuditTable;
    audit_link: AuditLinkTable;
    captcha_use: CaptchaUseTable;
    installation_key: InstallationKeyTable;
    newsletter_subscription: NewsletterSubscriptionTable;
    feature_request: FeatureRequestTable;
    feature_vote: FeatureVoteTable;
    push_subscription: PushSubscriptionTable;
    push_message: PushMessageTable;
    trial_claim: TrialClaimTable;
    reminder_objection: ReminderObjectionTable;
    coupon_count: CouponCountTable;
    coupon_use: CouponUseTable;
    subscription: SubscriptionTable;
    bill: BillTable;
    funded_account: FundedAccountTable;
    performance_review: PerformanceReviewTable;
    number_series: NumberSeriesTable;
    invoice: InvoiceTable;
    certificate_key: CertificateKeyTable;
    certificate: CertificateTable;
    partial_refund: PartialRefundTable;
    payment_refund: PaymentRefundTable;
    payment_dispute: PaymentDisputeTable;
    affiliate: AffiliateTable;
    affiliate_endpoint: AffiliateEndpointTable;
    affiliate_former_coupon: AffiliateFormerCouponTable;
    postback: PostbackTable;
    commission: CommissionTable;
    affiliate_click: AffiliateClickTable;
    discount: DiscountTable;
    coupon: CouponTable;
    announcement: AnnouncementTable;
    announcement_recipient: AnnouncementRecipientTable;
    contract_cancellation: ContractCancellationTable;
    subscription_cancellation: SubscriptionCancellationTable;
  };
