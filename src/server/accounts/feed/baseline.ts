import { sql } from 'kysely';

/** What platforms report besides the events themselves, in dependency order. */
export const feedTables = [
  sql`create table parked_event (
    account_id text not null references trading_account on delete cascade,
    source_id text not null,
    instrument text not null,
    month text not null,
    reason text not null,
    event jsonb not null,
    parked_at timestamptz not null,
    -- When staff decided that it is never booked.
    dismissed_at timestamptz,
    primary key (account_id, source_id)
  )`,
  sql`create table fill_amendment (
    account_id text not null references trading_account on delete cascade,
    source_id text not null,
    fill_source_id text not null,
    at timestamptz not null,
    amendment jsonb not null,
    -- The fill as the platform first delivered it; null until it arrives.
    original jsonb,
    received_at timestamptz not null,
    primary key (account_id, source_id)
  )`,
  sql`create index fill_amendment_fill on fill_amendment (account_id, fill_source_id)`,
  sql`create table platform_report (
    account_id text not null references trading_account on delete cascade,
    source_id text not null,
    type text not null,
    at timestamptz not null,
    report jsonb not null,
    received_at timestamptz not null,
    primary key (account_id, source_id)
  )`,
  sql`create index platform_report_newest on platform_report (account_id, type, at desc, source_id desc)`,
  sql`create table platform_opening (
    order_id text primary key,
    account_id text not null unique,
    person_id text not null references person on delete cascade,
    platform text not null,
    status text not null,
    reason text,
    until timestamptz,
    requested_at timestamptz not null,
    reported_at timestamptz not null
  )`,
  sql`create index platform_opening_requested on platform_opening (requested_at, order_id)`,
  sql`create table unread_row (
    account_id text not null references trading_account on delete cascade,
    file text not null,
    line integer not null,
    reason text not null,
    value text not null,
    reported_at timestamptz not null,
    -- When staff decided that it is never booked.
    dismissed_at timestamptz,
    primary key (account_id, file, line)
  )`,
  sql`create index unread_row_reported on unread_row (reported_at, account_id, file, line)`,

  sql`create table platform_task (
    platform text not null,
    id text not null,
    account_id text not null references trading_account on delete cascade,
    kind text not null,
    text text not null,
    command text,
    requested_at timestamptz not null,
    primary key (platform, id)
  )`,
  sql`create index platform_task_requested on platform_task (requested_at, platform, id)`,
  sql`create index platform_task_account on platform_task (account_id)`,

  sql`create index parked_event_parked on parked_event (parked_at, (account_id || ':' || source_id))`,
  sql`create index parked_event_contract on parked_event (instrument, month)`,

  sql`create table bridge_heartbeat (
    platform text primary key,
    sent_at timestamptz not null default 'epoch',
    seen_at timestamptz,
    capabilities text[] not null default '{}',
    feed_lag_ms integer,
    maintenance_until timestamptz,
    problem text
  )`,
];
