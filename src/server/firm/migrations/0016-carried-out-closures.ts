import { type Kysely, sql } from 'kysely';

/** Closures that are carried out: who decided them and when, and what became of their lines. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table closure add column freeze_at timestamptz, add column confirmed_by text,
    add column refund_percent integer not null default 100 check (refund_percent between 1 and 100),
    add column withdrawn_by text, add column frozen_at timestamptz, add column notified_at timestamptz`.execute(db);
  await sql`alter table closure_line add column kept_cents bigint not null default 0 check (kept_cents >= 0),
    add column payout_id text references payout on delete cascade, add column voided_at timestamptz`.execute(db);
  await sql`drop index closure_computing`.execute(db);
  await sql`create unique index closure_computing on closure ((requested_by = 'system'))
    where computed_at is null and freeze_at is null`.execute(db);
  await sql`create unique index closure_carried_out on closure ((true))
    where freeze_at is not null and withdrawn_by is null`.execute(db);
}
