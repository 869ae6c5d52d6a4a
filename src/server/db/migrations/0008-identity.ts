import { type Kysely, sql } from 'kysely';

const statements = [
  sql`alter table person add column picture_version text`,
  sql`alter table person add column two_factor_at timestamptz`,
  sql`alter table person add column deleted_at timestamptz`,
  sql`alter table session add column confirmed_at timestamptz`,
  sql`alter table email_code add column target text`,

  sql`create table person_picture (
    person_id text primary key references person on delete cascade,
    image bytea not null,
    updated_at timestamptz not null
  )`,

  sql`create table two_factor (
    person_id text primary key references person on delete cascade,
    secret text not null,
    last_step bigint not null default 0,
    created_at timestamptz not null
  )`,
  sql`create table recovery_code (
    person_id text not null references person on delete cascade,
    code_hash text not null,
    used_at timestamptz,
    primary key (person_id, code_hash)
  )`,

  sql`create table notice (
    id text primary key,
    number bigint generated always as identity,
    person_id text not null references person on delete cascade,
    dedupe_key text not null unique,
    kind text not null,
    details jsonb not null,
    path text,
    created_at timestamptz not null,
    read_at timestamptz
  )`,
  sql`create index notice_person on notice (person_id, number desc)`,
  sql`create index notice_unread on notice (person_id) where read_at is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
