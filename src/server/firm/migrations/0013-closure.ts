import { type Kysely, sql } from 'kysely';

/** Dry runs of an orderly closure, and what each person would get. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table closure (id text primary key, requested_by text not null, requested_at timestamptz not null,
    computed_at timestamptz)`.execute(db);
  await sql`create unique index closure_computing on closure ((requested_by = 'system')) where computed_at is null`.execute(
    db,
  );
  await sql`create table closure_line (id text primary key,
    closure_id text not null references closure on delete cascade,
    person_id text not null references person on delete cascade, kind text not null check (kind in ('payout', 'profit', 'commission', 'commission-waiting', 'refund')),
    account_id text references trading_account on delete cascade, order_id text references orders on delete cascade, amount_cents bigint not null,
    hold text check (hold in ('chargeback', 'breach-dispute', 'account-review', 'commission-review')), at timestamptz not null)`.execute(
    db,
  );
  await sql`create index closure_line_person on closure_line (person_id, at, id)`.execute(db);
  await sql`create index closure_line_at on closure_line (closure_id, at, id)`.execute(db);
}
