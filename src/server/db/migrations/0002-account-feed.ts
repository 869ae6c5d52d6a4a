import { type Kysely, sql } from 'kysely';

const statements = [
  sql`create table simulated_account (
    account_id text primary key,
    number bigint generated always as identity (start with 204417 increment by 7) unique,
    opened_at timestamptz not null
  )`,

  sql`create table account_checkpoint (
    account_id text not null references trading_account on delete cascade,
    at timestamptz not null,
    event_count bigint not null,
    state jsonb not null,
    primary key (account_id, at)
  )`,

  sql`alter table trading_account add column open_day text`,
  sql`create index trading_account_open_day on trading_account (open_day) where open_day is not null`,

  sql`alter table simulated_tape add column watched_until timestamptz not null default 'epoch'`,
  sql`alter table simulated_tape add column issued integer not null default 0`,
  sql`alter table simulated_tape add column trading boolean not null default false`,
  sql`create index simulated_tape_trading on simulated_tape (ticked_at) where trading`,
  sql`create index simulated_tape_watched on simulated_tape (watched_until)`,

  sql`create index account_event_fills_at on account_event (account_id, at desc, source_id desc) where type = 'fill'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
