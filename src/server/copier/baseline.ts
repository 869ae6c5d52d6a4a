import { sql } from 'kysely';
import { isOneOf } from '#server/core/database/one-of.ts';
import { copyModes, copyPhases } from '#shared/copier/copy-link.ts';

/** Tables of this area, in dependency order. */
export const copierTables = [
  sql`create table copy_group (
    id text primary key,
    person_id text not null unique references person,
    leader_id text not null unique references trading_account on delete cascade,
    log_number bigint not null default 0,
    log_hash text not null default '',
    created_at timestamptz not null
  )`,

  sql`create table copy_link (
    account_id text primary key references trading_account on delete cascade,
    group_id text not null references copy_group on delete cascade,
    position integer not null,
    copy_mode text not null check (${isOneOf('copy_mode', copyModes)}),
    sizing jsonb not null,
    daily_stop_cents bigint,
    phase text not null default 'disarmed' check (${isOneOf('phase', copyPhases)}),
    disarm_reason text,
    waiting boolean not null default false,
    missed jsonb not null default '[]',
    unmatched jsonb not null default '[]',
    copied_at timestamptz,
    check (phase = 'armed' or disarm_reason is not null)
  )`,
  sql`create index copy_link_group on copy_link (group_id, position)`,
  sql`create index copy_link_running on copy_link (group_id) where phase <> 'disarmed'`,
  sql`create index copy_link_unmatched on copy_link (group_id) where phase = 'armed' and unmatched <> '[]'`,
  sql`create index copy_link_closing on copy_link (account_id) where phase in ('closing', 'flattening')`,

  // No foreign key: its lock would make a copy wait for its leader's next delivery, which may wait for the copy.
  sql`create table copy_queue (
    number bigint generated always as identity primary key,
    leader_id text not null,
    sequence bigint not null,
    filled_at timestamptz,
    stored_at timestamptz not null
  )`,
  sql`create index copy_queue_leader on copy_queue (leader_id, number)`,

  sql`create table copy_log (
    group_id text not null references copy_group,
    number bigint not null,
    account_id text not null,
    at timestamptz not null,
    record text not null,
    hash text not null,
    signature text not null,
    primary key (group_id, number)
  )`,
  sql`create or replace function refuse_copy_log_change() returns trigger language plpgsql as $$
  begin
    raise exception 'The copy log is only added to' using errcode = 'insufficient_privilege';
  end $$`,
  sql`create trigger copy_log_kept before update or delete or truncate on copy_log
    for each statement execute function refuse_copy_log_change()`,
];
