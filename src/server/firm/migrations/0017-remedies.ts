import { type Kysely, sql } from 'kysely';

/** Outages of incidents, and what accounts get for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table incident add column outage_platform text, add column outage_from timestamptz,
    add column outage_until timestamptz, add column remedies_version integer, add column remedies_due_at timestamptz,
    add column remedied_at timestamptz`.execute(db);
  await sql`create table remedy (id text primary key,
    incident_id text not null references incident on delete cascade,
    account_id text not null references trading_account on delete cascade,
    kind text not null check (kind in ('restored', 'extension', 'refund')), version integer,
    amount_cents bigint check (amount_cents > 0), days integer check (days > 0), before_cents bigint,
    after_cents bigint, breach_at timestamptz, reason text, actor text not null, created_at timestamptz not null,
    applied_at timestamptz)`.execute(db);
  await sql`create unique index remedy_by_rule on remedy (incident_id, account_id, kind) where version is not null`.execute(
    db,
  );
  await sql`create index remedy_account on remedy (account_id)`.execute(db);
  await sql`create index remedy_unapplied on remedy (created_at) where applied_at is null`.execute(db);
}
