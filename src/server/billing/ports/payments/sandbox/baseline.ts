import { sql } from 'kysely';

/** What the sandbox stores in place of another company. */
export const sandboxTables = [
  sql`create table sandbox_payment (
    id text primary key,
    order_id text not null unique,
    reference text not null default '',
    amount_cents bigint not null,
    currency text not null,
    email text not null,
    description text not null,
    success_url text not null,
    cancel_url text not null,
    status text not null,
    created_at timestamptz not null,
    locale text not null default 'en',
    expires_at timestamptz not null default 'infinity'::timestamp with time zone,
    renewals text not null default 'pay',
    method text,
    card text,
    refunds jsonb not null default '[]'
  )`,
];
