import { sql } from 'kysely';
import { isOneOf } from '#server/core/database/one-of.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import { programs, sizes } from '#shared/catalog/programs.ts';

/** Tables of this area, in dependency order. */
export const accountsTables = [
  sql`create table trading_account (
    id text primary key,
    person_id text not null references person,
    order_id text not null unique,
    platform text not null check (${isOneOf('platform', platforms)}),
    platform_account_id text not null,
    platform_user text not null,
    platform_secret text not null,
    simulated boolean not null,
    program text not null check (${isOneOf('program', programs)}),
    size text not null check (${isOneOf('size', sizes)}),
    rules_version text not null,
    state jsonb not null,
    sequence bigint not null default 0,
    opened_at timestamptz not null,
    open_day text,
    phase text not null default 'evaluation',
    parent_id text references trading_account,
    expires_at timestamptz,
    ended_at timestamptz,
    end_reason text,
    checkpoint_count bigint not null default 0,
    compacted_until timestamptz not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
    marks_retained_from timestamptz not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
    compact_due_at timestamptz,
    suspended_at timestamptz,
    access jsonb,
    access_revision integer not null default 0,
    access_pending jsonb,
    access_due_at timestamptz,
    -- The revision of a lock that the platform has accepted but not yet confirmed as flat and locked.
    lock_pending_revision integer,
    lock_pending_since timestamptz,
    -- Since when a difference from the platform keeps rules from deciding.
    verdict_held_from timestamptz,
    history_revision integer not null default 0,
    activity_from timestamptz not null,
    inactivity_due_at timestamptz,
    is_inactive boolean not null default false,
    orders_revision bigint not null default 0,
    personal_stop jsonb,
    nickname text,
    alert_settings jsonb,
    alerts_pending text[] not null default '{}'
  )`,
  sql`create unique index trading_account_platform on trading_account (platform, platform_account_id)`,
  sql`create index trading_account_platform_id on trading_account (platform_account_id)`,
  sql`create index trading_account_platform_user on trading_account (platform_user)`,
  sql`create index trading_account_opened on trading_account (opened_at, id)`,
  sql`create index trading_account_person on trading_account (person_id, opened_at)`,
  sql`create index trading_account_open_day on trading_account (open_day) where open_day is not null`,
  sql`create unique index trading_account_parent on trading_account (parent_id) where parent_id is not null`,
  sql`create index trading_account_expiry on trading_account (expires_at) where (expires_at is not null) and (ended_at is null)`,
  sql`create index trading_account_compact_due on trading_account (compact_due_at) where compact_due_at is not null`,
  sql`create index trading_account_suspended on trading_account (id) where suspended_at is not null`,
  sql`create index trading_account_access_due on trading_account (access_due_at) where access_due_at is not null`,
  sql`create index trading_account_inactivity_due on trading_account (inactivity_due_at)
    where (inactivity_due_at is not null) and (ended_at is null)`,

  sql`create table account_inactivity (
    account_id text primary key references trading_account on delete cascade,
    since timestamptz not null,
    pause_at timestamptz,
    pause_notified_at timestamptz,
    paused_at timestamptz,
    resumed_at timestamptz,
    close_at timestamptz,
    close_notified_at timestamptz,
    check ((pause_at is null) = (pause_notified_at is null)),
    check ((close_at is null) = (close_notified_at is null)),
    check (resumed_at is null or paused_at is not null)
  )`,

  sql`create table contract_limit_crossing (
    account_id text not null references trading_account on delete cascade,
    at timestamptz not null,
    contracts numeric not null,
    max_contracts integer not null,
    primary key (account_id, at)
  )`,

  sql`create table balance_difference (
    id text primary key,
    account_id text not null references trading_account on delete cascade,
    at timestamptz not null,
    platform_balance_cents bigint not null,
    own_balance_cents bigint not null,
    -- Contracts by instrument and month, if they differ.
    platform_positions jsonb,
    own_positions jsonb,
    status text not null default 'open',
    reason text,
    opened_at timestamptz not null,
    settled_at timestamptz
  )`,
  sql`create index balance_difference_opened on balance_difference (opened_at, id)`,
  sql`create index balance_difference_account on balance_difference (account_id, opened_at desc)`,
  sql`create unique index balance_difference_open on balance_difference (account_id) where status = 'open'`,

  sql`create table account_event (
    account_id text not null references trading_account on delete cascade,
    sequence bigint not null,
    source_id text not null,
    type text not null,
    at timestamptz not null,
    event jsonb not null,
    primary key (account_id, source_id)
  )`,
  sql`create index account_event_fills on account_event (account_id, sequence desc) where type = 'fill'`,
  sql`create index account_event_resets on account_event (account_id, sequence) where type = 'reset'`,
  sql`create index account_event_at on account_event (account_id, at, source_id)`,
  sql`create index account_event_fills_at on account_event (account_id, at desc, source_id desc) where type = 'fill'`,
  sql`create index account_event_money on account_event (account_id, at) where type = 'adjustment'`,

  sql`create table equity_point (
    account_id text not null references trading_account on delete cascade,
    at timestamptz not null,
    equity_cents bigint not null,
    floor_cents bigint,
    high_water_mark_cents bigint not null,
    primary key (account_id, at)
  )`,

  sql`create table account_checkpoint (
    account_id text not null references trading_account on delete cascade,
    at timestamptz not null,
    event_count bigint not null,
    state jsonb not null,
    primary key (account_id, at)
  )`,

  sql`create table account_dispute (
    id text primary key,
    account_id text not null references trading_account on delete cascade,
    person_id text not null references person,
    breach_at timestamptz not null,
    inputs_sha256 text not null,
    message text not null,
    status text not null default 'open',
    created_at timestamptz not null,
    decision_reason text,
    decided_by text,
    decided_at timestamptz,
    -- What the platform credits, so that the account stands where it stood before the breach; null if nothing is restored.
    credit_cents bigint check (credit_cents >= 0),
    restored_at timestamptz,
    unique (account_id, breach_at),
    check (credit_cents is null or status = 'upheld'),
    check (restored_at is null or credit_cents is not null),
    check ((status = 'open') = (decided_at is null)),
    check ((status = 'open') = (decision_reason is null))
  )`,
  sql`create index account_dispute_created on account_dispute (created_at, id)`,
  sql`create index account_dispute_unrestored on account_dispute (decided_at)
    where credit_cents is not null and restored_at is null`,
  sql`create index account_dispute_open on account_dispute (created_at) where status = 'open'`,

  sql`create table account_suspension (
    account_id text not null references trading_account,
    source text not null,
    reason text not null,
    since timestamptz not null,
    until timestamptz,
    primary key (account_id, source)
  )`,

  sql`create table account_end_request (
    account_id text primary key,
    reason text not null,
    requested_at timestamptz not null
  )`,

  sql`create table account_reset_request (
    account_id text primary key,
    request_id text not null,
    requested_at timestamptz not null
  )`,
];
