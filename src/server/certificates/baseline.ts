import { sql } from 'kysely';
import { isOneOf } from '#server/core/database/one-of.ts';
import { certificateKinds } from '#shared/certificates/claims.ts';
import { nameStyles } from '#shared/certificates/name.ts';

/** Tables of this area, in dependency order. */
export const certificatesTables = [
  sql`create table certificate_key (
    id text primary key,
    public_key text not null,
    private_key text,
    created_at timestamptz not null,
    retired_at timestamptz
  )`,
  sql`create unique index certificate_key_active on certificate_key ((true)) where retired_at is null`,

  sql`create table certificate (
    id text primary key,
    number bigint generated always as identity,
    kind text not null check (${isOneOf('kind', certificateKinds)}),
    person_id text not null references person,
    account_id text not null references trading_account,
    payout_id text references payout,
    name text not null,
    name_style text not null check (${isOneOf('name_style', nameStyles)}),
    shows_amount boolean not null,
    facts jsonb not null,
    credential text not null,
    compact text not null,
    status_index bigint not null unique,
    issued_at timestamptz not null,
    revoked_at timestamptz,
    revocation_reason text,
    check ((kind = 'payout') = (payout_id is not null)),
    check ((revoked_at is null) = (revocation_reason is null))
  )`,
  sql`create unique index certificate_evaluation on certificate (account_id) where kind = 'evaluation' and revoked_at is null`,
  sql`create unique index certificate_payout on certificate (payout_id) where kind = 'payout' and revoked_at is null`,
  sql`create index certificate_person on certificate (person_id, number desc)`,
  sql`create index certificate_account on certificate (account_id)`,
  sql`create index certificate_revoked on certificate (status_index) where revoked_at is not null`,
];
