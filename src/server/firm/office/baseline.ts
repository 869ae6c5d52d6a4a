import { sql } from 'kysely';

/** Tables of this area, in dependency order. */
export const officeTables = [
  sql`create table bulk_run (
    person_id text not null references person on delete cascade,
    key text not null,
    action text not null,
    input_sha256 text not null,
    started_at timestamptz not null,
    finished_at timestamptz,
    outcome jsonb,
    primary key (person_id, key),
    check ((finished_at is null) = (outcome is null))
  )`,
  sql`create index bulk_run_started on bulk_run (started_at)`,

  sql`create table saved_view (
    id text primary key,
    person_id text not null references person on delete cascade,
    list text not null,
    name text not null,
    -- The role it is shared with; null for the person's own.
    role text,
    query jsonb not null,
    created_at timestamptz not null
  )`,
  sql`create index saved_view_person on saved_view (person_id, list)`,
  sql`create index saved_view_role on saved_view (role, list) where role is not null`,
];
