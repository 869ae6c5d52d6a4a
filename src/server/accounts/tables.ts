import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Json, MaybeMoment, MaybeNumber, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { AlertKind, AlertThresholds } from '#shared/accounts/alerts.ts';
import type { AccountEvent } from '#shared/accounts/events.ts';
import type { HeldPosition } from '#shared/accounts/held-positions.ts';
import type { AccountEndReason, AccountPhase } from '#shared/accounts/lifecycle.ts';
import type { PersonalStop, PersonalStopLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import type { AccountState } from '#shared/accounts/state.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import type { Program, Size } from '#shared/catalog/programs.ts';

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
  /** The day's limits of its owner, for a platform that holds them; omitted if there are none. */
  readonly personalStop?: PersonalStopLimits;
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
  access: ColumnType<AccountAccess | null, string | undefined, string | null>;
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
  alert_settings: ColumnType<AlertSettings | null, string | undefined, string | null>;
  /** Alerts that were raised and wait for their value to recover. */
  alerts_pending: ColumnType<AlertKind[], AlertKind[] | undefined, AlertKind[]>;
};

/** A row as it is read. */
export type StoredAccount = Selectable<TradingAccountTable>;

/** A trader's dispute of a breach, at most one per breach. */
export type AccountDisputeTable = {
  id: string;
  account_id: string;
  person_id: string;
  breach_at: Moment;
  /** Hash of the record shown in the breach report. */
  inputs_sha256: string;
  message: string;
  status: Generated<'open' | 'upheld' | 'rejected'>;
  created_at: Moment;
  decision_reason: MaybeText;
  decided_by: MaybeText;
  decided_at: MaybeMoment;
  /** What the account gets back when it is restored, in cents; null if it isn't. */
  credit_cents: MaybeNumber;
  restored_at: MaybeMoment;
};

/** Why an account may not trade for now. Trading resumes when the last suspension is removed. */
type AccountSuspensionTable = {
  account_id: string;
  /** The cause: `subscription:<id>`, `dispute:<id>`, `conduct:<id>`, `payout:<id>`, `risk:<action>`. */
  source: string;
  reason: SuspensionReason;
  since: Moment;
  /** When it ends by itself; null if someone must lift it. */
  until: MaybeMoment;
};

/**
 * An account that must end, until the platform has closed it. Neither request references the account, because that
 * would lock it, and those who lock both lock an account before its subscription.
 */
type AccountEndRequestTable = { account_id: string; reason: AccountEndReason; requested_at: Moment };

/** The reset that comes with a renewal, until the platform has made it. */
type AccountResetRequestTable = { account_id: string; request_id: string; requested_at: Moment };

/** What was announced to the owner of an inactive account, and done. An active account has no row. */
export type AccountInactivityTable = {
  account_id: string;
  /** The last trade, or the event that counts in its place. */
  since: Moment;
  /** As announced. */
  pause_at: MaybeMoment;
  pause_notified_at: MaybeMoment;
  /** When the account's own market data was paused. */
  paused_at: MaybeMoment;
  /** When the owner resumed it. */
  resumed_at: MaybeMoment;
  /** As announced. */
  close_at: MaybeMoment;
  close_notified_at: MaybeMoment;
};

/** `liquidate-only` also comes from the risk desk, but leaves positions open for the trader to close. */
export type SuspensionReason = 'past-due' | 'dispute' | 'conduct' | 'risk' | 'liquidate-only' | 'payout-transfer';

/**
 * Events numbered by arrival. The engine applies them by `at`, then `source_id`, which is unique within the account, so
 * repeated deliveries are harmless.
 */
type AccountEventTable = {
  account_id: string;
  sequence: number;
  source_id: string;
  type: string;
  at: Moment;
  event: Json<AccountEvent>;
};

/** When an account exceeded its contract limit, in minis. */
type ContractLimitCrossingTable = {
  account_id: string;
  at: Moment;
  contracts: number;
  max_contracts: number;
};

/**
 * A difference between the platform's balance and ours, at most one open per account. `settled` by an operator's
 * adjustment with its reason; `cleared` by a later matching report.
 */
type BalanceDifferenceTable = {
  id: string;
  account_id: string;
  at: Moment;
  platform_balance_cents: number;
  own_balance_cents: number;
  /** The platform's positions and ours, if they differ. */
  platform_positions: ColumnType<readonly HeldPosition[] | null, string | null | undefined, string | null>;
  own_positions: ColumnType<readonly HeldPosition[] | null, string | null | undefined, string | null>;
  status: ColumnType<BalanceDifferenceStatus, undefined, BalanceDifferenceStatus>;
  reason: MaybeText;
  opened_at: Moment;
  settled_at: MaybeMoment;
};

type BalanceDifferenceStatus = 'open' | 'settled' | 'cleared';

/** Chart points, at most one per account and minute: the last of the minute. */
type EquityPointTable = {
  account_id: string;
  at: Moment;
  equity_cents: number;
  floor_cents: number | null;
  high_water_mark_cents: number;
};

/** The state after all events before `at`; late events are replayed from it. */
type AccountCheckpointTable = { account_id: string; at: Moment; event_count: number; state: Json<AccountState> };

/** What an account's owner is alerted to, and how. */
export type AlertSettings = AlertThresholds & {
  readonly mail: boolean;
  readonly push: boolean;
  /** Whether push messages include amounts. */
  readonly pushAmounts: boolean;
};

export type AccountsTables = {
  trading_account: TradingAccountTable;
  account_dispute: AccountDisputeTable;
  account_suspension: AccountSuspensionTable;
  account_inactivity: AccountInactivityTable;
  account_end_request: AccountEndRequestTable;
  account_reset_request: AccountResetRequestTable;
  account_event: AccountEventTable;
  balance_difference: BalanceDifferenceTable;
  contract_limit_crossing: ContractLimitCrossingTable;
  equity_point: EquityPointTable;
  account_checkpoint: AccountCheckpointTable;
};
