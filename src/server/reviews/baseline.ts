import { sql } from 'kysely';

/** Tables of this area, in dependency order. */
export const reviewsTables = [
  sql`create table performance_review (
    id text primary key,
    order_id text not null unique references orders,
    account_id text not null references trading_account,
    person_id text not null references person,
    requested_at timestamptz not null,
    delivered_at timestamptz,
    revoked_at timestamptz,
    report jsonb,
    inputs_sha256 text,
    input_count integer,
    comment text not null default '',
    comment_version integer not null default 0,
    commented_at timestamptz,
    reviewer_id text references person,
    claimed_at timestamptz,
    closed_at timestamptz,
    is_sample boolean not null default false
  )`,
  sql`create index performance_review_requested on performance_review (requested_at, id)`,
  sql`create index performance_review_queued on performance_review (requested_at, id)
    where delivered_at is not null and revoked_at is null and closed_at is null`,
  sql`create index performance_review_reviewer on performance_review (reviewer_id) where reviewer_id is not null`,
  sql`create index performance_review_account on performance_review (account_id, requested_at desc)`,
];
