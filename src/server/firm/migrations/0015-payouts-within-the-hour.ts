import { type Kysely, sql } from 'kysely';

/** Promises of an hour, the credits for those that were missed, and payments by the instant rail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = 'payout'::regclass
      and pg_get_constraintdef(oid) like '%trader_cents + firm_cents%'`.execute(db);
  for (const { name } of rows) await sql`alter table payout drop constraint ${sql.id(name)}`.execute(db);
  await sql`alter table payout
    add column promised_by timestamptz,
    add column credit_cents bigint not null default 0 check (credit_cents >= 0),
    add column rail_status text check (rail_status in ('asked', 'refused')),
    add constraint payout_split check (trader_cents + firm_cents = amount_cents + credit_cents)`.execute(db);
  await sql`create index payout_promised on payout (promised_by) where promised_by is not null and credit_cents = 0
    and status in ('requested', 'in-review', 'approved')`.execute(db);
}
