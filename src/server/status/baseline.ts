import { sql } from 'kysely';

/** Tables of this area, in dependency order. */
export const statusTables = [
  sql`create table component_check (
    component text primary key,
    checked_at timestamptz not null,
    -- Null while the last check succeeded.
    failing_since timestamptz
  )`,

  sql`create table incident (
    id text primary key,
    component text not null check (component in ('site', 'checkout', 'platforms', 'mail')),
    impact text not null check (impact in ('degraded', 'outage')),
    status text not null,
    -- In English; empty for one that our own checks opened.
    title text not null,
    opened_by text not null,
    started_at timestamptz not null,
    confirmed_at timestamptz,
    resolved_at timestamptz,
    is_sample boolean not null default false,
    check ((status = 'resolved') = (resolved_at is not null)),
    check ((status in ('suspected', 'dismissed')) = (confirmed_at is null))
  )`,
  sql`create unique index incident_suspected on incident (component) where status = 'suspected'`,
  sql`create index incident_started on incident (started_at desc, id)`,

  sql`create table incident_update (
    id text primary key,
    number bigint generated always as identity,
    incident_id text not null references incident on delete cascade,
    status text not null,
    text text not null,
    actor text not null,
    at timestamptz not null
  )`,
  sql`create index incident_update_incident on incident_update (incident_id, number)`,

  sql`create table incident_account (
    incident_id text not null references incident on delete cascade,
    account_id text not null references trading_account,
    remedy text not null check (remedy in ('restored', 'day-not-counted', 'extension', 'refund', 'none')),
    note text not null,
    actor text not null,
    at timestamptz not null,
    primary key (incident_id, account_id)
  )`,
  sql`create index incident_account_account on incident_account (account_id)`,

  sql`create table status_subscription (
    id text primary key,
    email text not null,
    locale text not null,
    -- Counts subscriptions of this address, so that older links can't confirm newer ones.
    round integer not null default 1,
    requested_at timestamptz not null,
    confirmed_at timestamptz,
    unsubscribed_at timestamptz
  )`,
  sql`create unique index status_subscription_email on status_subscription (lower(email))`,
];
