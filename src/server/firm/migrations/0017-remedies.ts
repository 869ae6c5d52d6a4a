import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table incident add column outage_platform text, add column outage_from timestamptz,
    add column outage_until timestamptz, add column remedies_version integer, add column remedies_due_at timestamptz,
    add column remedied_at timestamptz`.execute(db);
  await sql`create table remedy (id text primary key, incident_id text not null references incident on delete cascade,
    account_id text not null references trading_account on delete cascade, amount_cents bigint not null
    check (amount_cents > 0), before_cents bigint not null, after_cents bigint not null, breach_at timestamptz,
    created_at timestamptz not null, applied_at timestamptz, unique (incident_id, account_id))`.execute(db);
  await sql`create index remedy_account on remedy (account_id)`.execute(db);
}
