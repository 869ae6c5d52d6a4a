import { sql } from 'kysely';

/** Tables of this area, in dependency order. */
export const riskTables = [
  sql`create table risk_action (
    id text primary key,
    account_id text not null references trading_account on delete cascade,
    kind text not null check (kind in ('lock', 'liquidate', 'suspend', 'restore', 'terminate')),
    cause text not null,
    until timestamptz,
    requested_by text not null,
    requested_at timestamptz not null,
    decided_by text,
    decided_at timestamptz,
    declined boolean not null default false,
    applied_at timestamptz,
    acknowledged_at timestamptz,
    check (decided_by <> requested_by),
    check (not declined or applied_at is null),
    check (acknowledged_at is null or applied_at is not null)
  )`,
  sql`create index risk_action_account on risk_action (account_id, requested_at desc)`,
  sql`create index risk_action_unacknowledged on risk_action (account_id) where applied_at is not null and acknowledged_at is null`,
  sql`create unique index risk_action_open on risk_action (account_id, kind) where applied_at is null and not declined`,
  sql`create index risk_action_requested on risk_action (requested_at, id)`,

  sql`create table account_note (
    id text primary key,
    account_id text not null references trading_account on delete cascade,
    author text not null,
    text text not null,
    written_at timestamptz not null
  )`,
  sql`create index account_note_account on account_note (account_id, written_at desc)`,
];
