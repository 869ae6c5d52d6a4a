import { sql } from 'kysely';

/** Tables of this area, in dependency order. */
export const simulatorTables = [
  sql`create table simulated_account (
    account_id text primary key,
    number bigint generated always as identity (start with 204417 increment by 7) unique,
    opened_at timestamptz not null,
    access_revision integer not null default 0,
    suspended boolean not null default false,
    suspended_until timestamptz,
    flatten boolean not null default false,
    market_data jsonb not null default '[]',
    halted_instruments jsonb not null default '[]'
  )`,

  sql`create table simulated_transfer (
    request_id text primary key,
    account_id text not null references simulated_account,
    amount_cents bigint not null,
    transferred_at timestamptz not null
  )`,

  sql`create table simulated_trader (
    account_id text primary key references trading_account on delete cascade,
    trader jsonb not null,
    ticked_at timestamptz not null,
    started_at timestamptz,
    watched_until timestamptz not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
    issued integer not null default 0,
    trading boolean not null default false,
    copied boolean not null default false
  )`,
  sql`create index simulated_trader_ticked on simulated_trader (ticked_at)`,
  sql`create index simulated_trader_trading on simulated_trader (ticked_at) where trading`,
  sql`create index simulated_trader_watched on simulated_trader (watched_until)`,
];
