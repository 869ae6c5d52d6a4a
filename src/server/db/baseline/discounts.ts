import { sql } from 'kysely';

/** Tables of this area, in dependency order. */
export const discountsTables = [
  sql`create table discount (
    id text primary key,
    code text not null unique,
    percent_bps integer not null check (percent_bps between 1 and 10000),
    programmes text[] not null check (cardinality(programmes) > 0),
    title jsonb not null,
    offer jsonb,
    expires_at timestamptz not null,
    created_by text not null,
    created_at timestamptz not null,
    ended_at timestamptz
  )`,
  sql`create index discount_created on discount (created_at, id)`,
];
