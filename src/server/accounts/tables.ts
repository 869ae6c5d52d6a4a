import { as, type Columns, oneOf, type Row, table } from '#server/core/database/table.ts';
import type { AlertKind, AlertThresholds } from '#shared/accounts/alerts.ts';
import type { HeldPosition } from '#shared/accounts/held-positions.ts';
import type { AccountEndReason, AccountPhase } from '#shared/accounts/lifecycle.ts';
import type { AccountEvent, AccountState } from '#shared/accounts/model.ts';
import type { PersonalStop } from '#shared/accounts/personal-stop/personal-stop.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import { programs, sizes } from '#shared/catalog/programs.ts';
import type { AccountAccess, SuspensionReason } from './trading-access.ts';

export type AlertSettings = AlertThresholds & {
  readonly mail: boolean;
  readonly push: boolean;
  /** Whether push messages include amounts. */
  readonly pushAmounts: boolean;
};

export const accountsTables = {
  trading_account: table({
    id: 'text primary key',
    person_id: 'text not null references person',
    order_id: 'text not null unique',
    platform: oneOf(platforms),
    platform_account_id: 'text not null',
    platform_user: 'text not null',
    /** Encrypted with the installation's key. */
    platform_secret: 'text not null',
    simulated: 'boolean not null',
    program: oneOf(programs),
    size: oneOf(sizes),
    rules_version: 'text not null',
    /** The engine's snapshot after all stored events; `sequence` is the newest event's number. */
    state: as<AccountState>('jsonb not null'),
    sequence: 'bigint not null default 0',
    opened_at: 'timestamptz not null',
    /** The open trading day of the snapshot; null if none. */
    open_day: 'text',
    phase: as<AccountPhase>("text not null default 'evaluation'"),
    /** The passed evaluation of a funded account; unique, so that one pass funds one account. */
    parent_id: 'text references trading_account',
    /** When a trial ends automatically. */
    expires_at: 'timestamptz',
    ended_at: 'timestamptz',
    end_reason: as<AccountEndReason>('text'),
    /** The number of events in the last checkpoint. */
    checkpoint_count: 'bigint not null default 0',
    /** Chart points of trading days that ended before this time are downsampled. */
    compacted_until: "timestamptz not null default '1970-01-01 00:00:00+00'::timestamp with time zone",
    /** Marks before this time have been pruned, so nothing before it can be recalculated. */
    marks_retained_from: "timestamptz not null default '1970-01-01 00:00:00+00'::timestamp with time zone",
    /** When there is something to compact or prune; null if there is nothing. */
    compact_due_at: 'timestamptz',
    /** When the platform suspended trading; see `account_suspension`. */
    suspended_at: 'timestamptz',
    /** The permissions last sent to the platform; null for those of a new account. */
    access: as<AccountAccess>('jsonb'),
    /** Counts messages to the platform; the newest one applies. */
    access_revision: 'integer not null default 0',
    /** The permissions that a person at the platform has yet to set, under the next revision. */
    access_pending: as<AccountAccess>('jsonb'),
    /** When the platform must be updated: after a verdict, or when a lock ends. */
    access_due_at: 'timestamptz',
    /** The revision of a lock that the platform has accepted but not yet confirmed as effective, and since when. */
    lock_pending_revision: 'integer',
    lock_pending_since: 'timestamptz',
    /** Since when a difference from the platform keeps the rules from deciding; null if none does. */
    verdict_held_from: 'timestamptz',
    /** Counts changes of the history, by a reset or a late event. */
    history_revision: 'integer not null default 0',
    /** Inactivity counts from here if no trade followed: the opening, the last reset or the end of a suspension. */
    activity_from: 'timestamptz not null',
    /** When to check for inactivity next; null while the account can't become inactive. */
    inactivity_due_at: 'timestamptz',
    /** Whether a row of `account_inactivity` exists, which the next trade ends. */
    is_inactive: 'boolean not null default false',
    /** Counts changes of the account's orders in the terminal. */
    orders_revision: 'bigint not null default 0',
    /** Null until its owner sets one. */
    personal_stop: as<PersonalStop>('jsonb'),
    /** What its owner calls it; null without a name. */
    nickname: 'text',
    /** Null for the defaults. */
    alert_settings: as<AlertSettings>('jsonb'),
    /** Alerts that were raised and wait for their value to recover. */
    alerts_pending: as<AlertKind[]>("text[] not null default '{}'"),
  }).with(
    'create unique index trading_account_platform on trading_account (platform, platform_account_id)',
    'create index trading_account_platform_id on trading_account (platform_account_id)',
    'create index trading_account_platform_user on trading_account (platform_user)',
    'create index trading_account_opened on trading_account (opened_at, id)',
    'create index trading_account_person on trading_account (person_id, opened_at)',
    'create index trading_account_open_day on trading_account (open_day) where open_day is not null',
    'create unique index trading_account_parent on trading_account (parent_id) where parent_id is not null',
    'create index trading_account_expiry on trading_account (expires_at) where (expires_at is not null) and (ended_at is null)',
    'create index trading_account_compact_due on trading_account (compact_due_at) where compact_due_at is not null',
    'create index trading_account_suspended on trading_account (id) where suspended_at is not null',
    'create index trading_account_access_due on trading_account (access_due_at) where access_due_at is not null',
    'create index trading_account_inactivity_due on trading_account (inactivity_due_at) where (inactivity_due_at is not null) and (ended_at is null)',
  ),
  /** What was announced to the owner of an inactive account, and done. An active account has no row. */
  account_inactivity: table({
    account_id: 'text primary key references trading_account on delete cascade',
    /** The last trade, or the event that counts in its place. */
    since: 'timestamptz not null',
    /** As announced. */
    pause_at: 'timestamptz',
    pause_notified_at: 'timestamptz',
    /** When the account's own market data was paused. */
    paused_at: 'timestamptz',
    /** When the owner resumed it. */
    resumed_at: 'timestamptz',
    /** As announced. */
    close_at: 'timestamptz',
    close_notified_at: 'timestamptz',
  }).with(
    'check ((pause_at is null) = (pause_notified_at is null))',
    'check ((close_at is null) = (close_notified_at is null))',
    'check (resumed_at is null or paused_at is not null)',
  ),
  /** When an account exceeded its contract limit, in minis. */
  contract_limit_crossing: table({
    account_id: 'text not null references trading_account on delete cascade',
    at: 'timestamptz not null',
    contracts: 'numeric not null',
    max_contracts: 'integer not null',
  }).with('primary key (account_id, at)'),
  /**
   * A difference between the platform's balance and ours, at most one open per account. `settled` by an operator's
   * adjustment with its reason; `cleared` by a later matching report.
   */
  balance_difference: table({
    id: 'text primary key',
    account_id: 'text not null references trading_account on delete cascade',
    at: 'timestamptz not null',
    platform_balance_cents: 'bigint not null',
    own_balance_cents: 'bigint not null',
    /** The platform's positions and ours, if they differ. */
    platform_positions: as<readonly HeldPosition[]>('jsonb'),
    own_positions: as<readonly HeldPosition[]>('jsonb'),
    status: as<'open' | 'settled' | 'cleared'>("text not null default 'open'"),
    reason: 'text',
    opened_at: 'timestamptz not null',
    settled_at: 'timestamptz',
  }).with(
    'create index balance_difference_opened on balance_difference (opened_at, id)',
    'create index balance_difference_account on balance_difference (account_id, opened_at desc)',
    "create unique index balance_difference_open on balance_difference (account_id) where status = 'open'",
  ),
  /**
   * Events numbered by arrival. The engine applies them by `at`, then `source_id`, which is unique within the account, so
   * repeated deliveries are harmless.
   */
  account_event: table({
    account_id: 'text not null references trading_account on delete cascade',
    sequence: 'bigint not null',
    source_id: 'text not null',
    type: 'text not null',
    at: 'timestamptz not null',
    event: as<AccountEvent>('jsonb not null'),
  }).with(
    'primary key (account_id, source_id)',
    "create index account_event_fills on account_event (account_id, sequence desc) where type = 'fill'",
    "create index account_event_resets on account_event (account_id, sequence) where type = 'reset'",
    'create index account_event_at on account_event (account_id, at, source_id)',
    "create index account_event_fills_at on account_event (account_id, at desc, source_id desc) where type = 'fill'",
    "create index account_event_money on account_event (account_id, at) where type = 'adjustment'",
  ),
  /** Chart points, at most one per account and minute: the last of the minute. */
  equity_point: table({
    account_id: 'text not null references trading_account on delete cascade',
    at: 'timestamptz not null',
    equity_cents: 'bigint not null',
    floor_cents: 'bigint',
    high_water_mark_cents: 'bigint not null',
  }).with('primary key (account_id, at)'),
  /** The state after all events before `at`; late events are replayed from it. */
  account_checkpoint: table({
    account_id: 'text not null references trading_account on delete cascade',
    at: 'timestamptz not null',
    event_count: 'bigint not null',
    state: as<AccountState>('jsonb not null'),
  }).with('primary key (account_id, at)'),
  /** A trader's dispute of a breach, at most one per breach. */
  account_dispute: table({
    id: 'text primary key',
    account_id: 'text not null references trading_account on delete cascade',
    person_id: 'text not null references person',
    breach_at: 'timestamptz not null',
    /** Hash of the record shown in the breach report. */
    inputs_sha256: 'text not null',
    message: 'text not null',
    status: as<'open' | 'upheld' | 'rejected'>("text not null default 'open'"),
    created_at: 'timestamptz not null',
    decision_reason: 'text',
    decided_by: 'text',
    decided_at: 'timestamptz',
    /** What the account gets back when it is restored, in cents; null if it isn't. */
    credit_cents: 'bigint check (credit_cents >= 0)',
    restored_at: 'timestamptz',
  })
    .with(
      'unique (account_id, breach_at)',
      "check (credit_cents is null or status = 'upheld')",
      'check (restored_at is null or credit_cents is not null)',
      "check ((status = 'open') = (decided_at is null))",
      "check ((status = 'open') = (decision_reason is null))",
      'create index account_dispute_created on account_dispute (created_at, id)',
      'create index account_dispute_unrestored on account_dispute (decided_at) where credit_cents is not null and restored_at is null',
      "create index account_dispute_open on account_dispute (created_at) where status = 'open'",
    )
    .later({
      /** Shown to people: `D2026-000042`; the former version, which may run beside this one, writes none. */
      number: 'text unique',
      /** The time we told the person that we decide by. */
      due_at: 'timestamptz',
    }),
  /** Why an account may not trade for now. Trading resumes when the last suspension is removed. */
  account_suspension: table({
    account_id: 'text not null references trading_account',
    /** The cause: `subscription:<id>`, `dispute:<id>`, `conduct:<id>`, `payout:<id>`, `risk:<action>`. */
    source: 'text not null',
    reason: as<SuspensionReason>('text not null'),
    since: 'timestamptz not null',
    /** When it ends by itself; null if someone must lift it. */
    until: 'timestamptz',
  }).with('primary key (account_id, source)'),
  /**
   * An account that must end, until the platform has closed it. Neither request references the account, because that
   * would lock it, and those who lock both lock an account before its subscription.
   */
  account_end_request: table({
    account_id: 'text primary key',
    reason: as<AccountEndReason>('text not null'),
    requested_at: 'timestamptz not null',
  }),
  /** The reset that comes with a renewal, until the platform has made it. */
  account_reset_request: table({
    account_id: 'text primary key',
    request_id: 'text not null',
    requested_at: 'timestamptz not null',
  }),
};

export type StoredAccount = Row<typeof accountsTables.trading_account>;

export type TradingAccountTable = Columns<typeof accountsTables.trading_account>;

export type AccountInactivityTable = Columns<typeof accountsTables.account_inactivity>;

export type AccountDisputeTable = Columns<typeof accountsTables.account_dispute>;
