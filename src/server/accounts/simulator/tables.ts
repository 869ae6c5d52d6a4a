import { as, table } from '#server/core/database/table.ts';
import type { TraderState } from '#shared/accounts/simulated-trader/trader-state.ts';

export const simulatorTables = {
  /** The simulated platform's own accounts; stands in for another company's database. */
  simulated_account: table({
    account_id: 'text primary key',
    number: 'bigint generated always as identity (start with 204417 increment by 7) unique',
    opened_at: 'timestamptz not null',
    /** Of the permissions below. */
    access_revision: 'integer not null default 0',
    suspended: 'boolean not null default false',
    /** When trading resumes automatically. */
    suspended_until: 'timestamptz',
    /** True while open positions still have to be closed. */
    flatten: 'boolean not null default false',
    market_data: as<readonly string[]>("jsonb not null default '[]'"),
    halted_instruments: as<readonly string[]>("jsonb not null default '[]'"),
  }),
  simulated_transfer: table({
    request_id: 'text primary key',
    account_id: 'text not null references simulated_account',
    amount_cents: 'bigint not null',
    transferred_at: 'timestamptz not null',
  }),
  /** The progress of an account's simulated trader, which trades while someone watches. */
  simulated_trader: table({
    account_id: 'text primary key references trading_account on delete cascade',
    trader: as<TraderState>('jsonb not null'),
    ticked_at: 'timestamptz not null',
    /** When the account's owner started it; it doesn't trade before. */
    started_at: 'timestamptz',
    watched_until: "timestamptz not null default '1970-01-01 00:00:00+00'::timestamp with time zone",
    /** Number of events emitted so far, used for source ids. */
    issued: 'integer not null default 0',
    /** Whether a trade is open; it is finished even if nobody watches. */
    trading: 'boolean not null default false',
    /** Whether the account follows another in the copier; if so, it opens no trades of its own. */
    copied: 'boolean not null default false',
  }).with(
    'create index simulated_trader_ticked on simulated_trader (ticked_at)',
    'create index simulated_trader_trading on simulated_trader (ticked_at) where trading',
    'create index simulated_trader_watched on simulated_trader (watched_until)',
  ),
};
