import { sql } from 'kysely';

/** Tables of this area, in dependency order. */
export const discountsTables = [
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

  sql`create table announcement (
    id text primary key,
    title jsonb not null,
    text jsonb not null,
    -- 'chosen' is only for those in announcement_recipient.
    audience text not null default 'all' check (audience in ('all', 'chosen')),
    program text,
    platform text,
    starts_at timestamptz not null,
    ends_at timestamptz,
    created_by text not null,
    created_at timestamptz not null,
    ended_at timestamptz,
    check (ends_at > starts_at),
    check (audience = 'all' or (program is null and platform is null))
  )`,
  sql`create index announcement_created on announcement (created_at, id)`,
  sql`create index announcement_shown on announcement (starts_at) where ended_at is null`,

  sql`create table announcement_recipient (
    announcement_id text not null references announcement on delete cascade,
    person_id text not null references person on delete cascade,
    added_at timestamptz not null,
    primary key (announcement_id, person_id)
  )`,
  sql`create index announcement_recipient_person on announcement_recipient (person_id)`,
];
