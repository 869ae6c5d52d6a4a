import { sql } from 'kysely';

/** Tables of this area, in dependency order. */
export const catalogTables = [
  sql`create table discount (
    id text primary key,
    code text not null unique,
    percent_bps integer not null check (percent_bps between 1 and 10000),
    programs text[] not null check (cardinality(programs) > 0),
    title jsonb not null,
    offer jsonb,
    expires_at timestamptz not null,
    created_by text not null,
    created_at timestamptz not null,
    ended_at timestamptz
  )`,
  sql`create index discount_created on discount (created_at, id)`,

  sql`create table coupon (
    id text primary key,
    code text not null unique,
    percent_bps integer not null check (percent_bps between 1 and 10000),
    programs text[],
    uses integer check (uses > 0),
    once_per_person boolean not null,
    starts_at timestamptz not null,
    expires_at timestamptz not null,
    created_by text not null,
    created_at timestamptz not null,
    ended_at timestamptz,
    check (expires_at > starts_at)
  )`,
  sql`create index coupon_created on coupon (created_at, id)`,
];
