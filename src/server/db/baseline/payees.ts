import { sql } from 'kysely';

/** Tables of this area, in dependency order. */
export const payeesTables = [
  sql`create table payout_destination (
    id text primary key,
    person_id text not null references person,
    method text not null check (method in ('bank-transfer', 'wise', 'usdc')),
    kind text not null check (kind in ('iban', 'us-account', 'wise', 'usdc')),
    details text not null,
    masked text not null,
    payee_name text not null,
    created_at timestamptz not null,
    usable_at timestamptz not null,
    removed_at timestamptz,
    check (usable_at >= created_at)
  )`,
  sql`create index payout_destination_person on payout_destination (person_id, created_at desc)`,
];
