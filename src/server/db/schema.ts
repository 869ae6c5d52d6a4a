import type { ColumnType, Generated, Selectable } from 'kysely';
import type { ContactTopic } from '../../contract/contact.ts';
import type { FeatureStatus } from '../../contract/features.ts';
import type { AccountEvent } from '../../domain/account/events.ts';
import type { AccountEnd, AccountPhase } from '../../domain/account/life.ts';
import type { AccountState } from '../../domain/account/state.ts';
import type { TapeState } from '../../domain/tape/tape.ts';
import type { Json, MaybeMoment, MaybeText, Moment } from './columns.ts';
import type { EmailCodeTable, PersonTable, SessionTable } from './identity-tables.ts';

export type PlatformName = 'rithmic' | 'dxfeed';

type OrderStatus =
  | 'draft'
  | 'awaiting-payment'
  | 'paid'
  | 'fulfilled'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'refunded';

export type OrderLine = {
  readonly item: 'package' | 'market-data' | 'funded-reset' | 'coupon';
  readonly amountCents: number;
};

export type ConsentRecord = {
  readonly text: string;
  readonly version: string;
  readonly at: number;
  readonly ip: string;
};

export type OrderTable = {
  id: string;
  /** Ours, random; with the id it opens the result screen. */
  session_id: string;
  kind: 'evaluation';
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
  lines: Json<readonly OrderLine[]>;
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
  /** When the sweep last looked after the order: asked for its payment, or for its account. */
  swept_at: MaybeMoment;
  paid_at: MaybeMoment;
  fulfilled_at: MaybeMoment;
};

/** What a payment provider told us, once by its own event id. */
type ProviderEventTable = {
  id: string;
  provider: string;
  type: string;
  order_id: string | null;
  payload: Json<object>;
  received_at: Moment;
  handled_at: MaybeMoment;
};

/** The sandbox provider's own book: it stands for another company's database. */
export type SandboxPaymentTable = {
  id: string;
  order_id: string;
  amount_cents: number;
  currency: string;
  email: string;
  description: string;
  success_url: string;
  cancel_url: string;
  locale: string;
  expires_at: Moment;
  status: 'open' | 'paid' | 'declined' | 'cancelled' | 'expired' | 'refunded';
  created_at: Moment;
};

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
};

/** A row as it is read. */
export type StoredAccount = Selectable<TradingAccountTable>;

/** A trader's objection to a breach: one for each breach. */
type AccountDisputeTable = {
  id: string;
  account_id: string;
  person_id: string;
  breach_at: Moment;
  /** Of the record the breach report showed. */
  inputs_sha256: string;
  message: string;
  status: Generated<'open' | 'upheld' | 'rejected'>;
  created_at: Moment;
};

/**
 * Events numbered as they arrived; the engine applies them by `at`, then `source_id`. The latter, unique within the
 * account, makes a repeated delivery harmless.
 */
type AccountEventTable = {
  account_id: string;
  sequence: number;
  source_id: string;
  type: string;
  at: Moment;
  event: Json<AccountEvent>;
};

/** Chart points, at most one a minute per account: the last of the minute. */
type AccountPointTable = {
  account_id: string;
  at: Moment;
  equity_cents: number;
  floor_cents: number | null;
  high_water_mark_cents: number;
};

/** The state after all events before `at`: what a late event is replayed from. */
type AccountCheckpointTable = { account_id: string; at: Moment; event_count: number; state: Json<AccountState> };

/** The simulated platform's own book of accounts: it stands for another company's database. */
type SimulatedAccountTable = { account_id: string; number: Generated<number>; opened_at: Moment };

/** Where the simulated platform stands with an account's tape, which moves while somebody watches. */
type SimulatedTapeTable = {
  account_id: string;
  tape: Json<TapeState>;
  /** How many events the tape has given; they number the source ids. */
  issued: Generated<number>;
  /** Whether a trade is open: it is played to its end even if nobody watches any more. */
  trading: Generated<boolean>;
  ticked_at: Moment;
  watched_until: Moment;
};

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

/** One address, once. Pending without `confirmed_at`; over with `unsubscribed_at`, until it is asked for again. */
export type NewsletterSubscriptionTable = {
  id: string;
  email: string;
  locale: string;
  /** Counts the subscriptions of this address: links of an earlier one must not confirm a later one. */
  round: Generated<number>;
  consent: Json<ConsentRecord>;
  requested_at: Moment;
  confirmed_at: MaybeMoment;
  unsubscribed_at: MaybeMoment;
};

type ContactMessageTable = {
  id: string;
  /** Unique: the same words from the same address are one message, however often they are sent. */
  fingerprint: string;
  name: string;
  email: string;
  topic: ContactTopic;
  message: string;
  locale: string;
  created_at: Moment;
};

type FeatureRequestTable = {
  id: string;
  fingerprint: string;
  name: string;
  email: string;
  title: string;
  message: string;
  locale: string;
  /** Only approved ones are public. */
  status: ColumnType<FeatureStatus, FeatureStatus | undefined, FeatureStatus>;
  created_at: Moment;
  decided_at: MaybeMoment;
};

type FeatureVoteTable = {
  request_id: string;
  /** `person:<id>`, or `visitor:` and a keyed hash of the browser's session id. */
  voter: string;
  /** A keyed hash of the place in the network. */
  network: string;
  created_at: Moment;
};

export type Database = {
  person: PersonTable;
  session: SessionTable;
  email_code: EmailCodeTable;
  orders: OrderTable;
  provider_event: ProviderEventTable;
  sandbox_payment: SandboxPaymentTable;
  trading_account: TradingAccountTable;
  account_dispute: AccountDisputeTable;
  account_event: AccountEventTable;
  account_point: AccountPointTable;
  account_checkpoint: AccountCheckpointTable;
  simulated_account: SimulatedAccountTable;
  simulated_tape: SimulatedTapeTable;
  mail: MailTable;
  mailbox: MailboxTable;
  audit: AuditTable;
  captcha_use: CaptchaUseTable;
  installation_key: InstallationKeyTable;
  newsletter_subscription: NewsletterSubscriptionTable;
  contact_message: ContactMessageTable;
  feature_request: FeatureRequestTable;
  feature_vote: FeatureVoteTable;
};
