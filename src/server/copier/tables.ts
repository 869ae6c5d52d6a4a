import { as, oneOf, table } from '#server/core/database/table.ts';
import {
  copyModes,
  copyPhases,
  type DisarmReason,
  type MissedEntry,
  type UnmatchedOrder,
} from '#shared/copier/copy-link.ts';
import type { Sizing } from '#shared/copier/sizing.ts';

export const copierTables = {
  /** A person's leader account, and the end of their copy log. */
  copy_group: table({
    id: 'text primary key',
    person_id: 'text not null unique references person',
    leader_id: 'text not null unique references trading_account on delete cascade',
    log_number: 'bigint not null default 0',
    log_hash: "text not null default ''",
    created_at: 'timestamptz not null',
  }),
  /** A follower account, its settings and its progress. */
  copy_link: table({
    account_id: 'text primary key references trading_account on delete cascade',
    group_id: 'text not null references copy_group on delete cascade',
    position: 'integer not null',
    copy_mode: oneOf(copyModes),
    sizing: as<Sizing>('jsonb not null'),
    daily_stop_cents: 'bigint',
    phase: oneOf(copyPhases, "text not null default 'disarmed'"),
    disarm_reason: as<DisarmReason>('text'),
    waiting: 'boolean not null default false',
    missed: as<readonly MissedEntry[]>("jsonb not null default '[]'"),
    unmatched: as<readonly UnmatchedOrder[]>("jsonb not null default '[]'"),
    /** When its last order was filled. */
    copied_at: 'timestamptz',
  }).with(
    "check (phase = 'armed' or disarm_reason is not null)",
    'create index copy_link_group on copy_link (group_id, position)',
    "create index copy_link_running on copy_link (group_id) where phase <> 'disarmed'",
    "create index copy_link_unmatched on copy_link (group_id) where phase = 'armed' and unmatched <> '[]'",
    "create index copy_link_closing on copy_link (account_id) where phase in ('closing', 'flattening')",
  ),
  // No foreign key: its lock would make a copy wait for its leader's next delivery, which may wait for the copy.
  /** Pending work of the copier: events of a leader, stored with them, or the end of a package or an account. */
  copy_queue: table({
    number: 'bigint generated always as identity primary key',
    leader_id: 'text not null',
    sequence: 'bigint not null',
    /** When the oldest of its fills happened. */
    filled_at: 'timestamptz',
    stored_at: 'timestamptz not null',
  }).with('create index copy_queue_leader on copy_queue (leader_id, number)'),
  /** Append-only. `hash` covers the record and the previous hash; `signature` is our keyed hash of it. */
  copy_log: table({
    group_id: 'text not null references copy_group',
    number: 'bigint not null',
    account_id: 'text not null',
    at: 'timestamptz not null',
    /** A `CopyRecord` as JSON, byte for byte as hashed. */
    record: 'text not null',
    hash: 'text not null',
    signature: 'text not null',
  }).with(
    'primary key (group_id, number)',
    `create or replace function refuse_copy_log_change() returns trigger language plpgsql as $$
  begin
    raise exception 'The copy log is only added to' using errcode = 'insufficient_privilege';
  end $$`,
    'create trigger copy_log_kept before update or delete or truncate on copy_log for each statement execute function refuse_copy_log_change()',
  ),
};
