import { type Kysely, sql } from 'kysely';

const statements = [
  sql`alter table trading_account add column phase text not null default 'evaluation'`,
  sql`update trading_account set phase = 'live' where programme = 'merit'`,
  sql`alter table trading_account add column parent_id text references trading_account`,
  sql`create unique index trading_account_parent on trading_account (parent_id) where parent_id is not null`,
  sql`alter table trading_account add column expires_at timestamptz`,
  sql`alter table trading_account add column ended_at timestamptz`,
  sql`alter table trading_account add column ended_why text`,
  sql`create index trading_account_expiry on trading_account (expires_at) where expires_at is not null and ended_at is null`,

  sql`create index account_event_money on account_event (account_id, at) where type = 'adjustment'`,

  sql`create table account_dispute (
    id text primary key,
    account_id text not null references trading_account on delete cascade,
    person_id text not null references person,
    breach_at timestamptz not null,
    inputs_sha256 text not null,
    message text not null,
    status text not null default 'open',
    created_at timestamptz not null,
    unique (account_id, breach_at)
  )`,
  sql`create index account_dispute_open on account_dispute (created_at) where status = 'open'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
