import { type Kysely, sql } from 'kysely';

/** Numbers disputes, and records which ticket decides a statement, and when it did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['contract_cancellation', 'subscription_cancellation'] as const) {
    const statement = sql.table(table);
    await sql`alter table ${statement} add column ticket_id text references ticket on delete set null,
      add column decided_at timestamptz`.execute(db);
    await sql`create index ${sql.ref(`${table}_ticket`)} on ${statement} (ticket_id) where ticket_id is not null`.execute(
      db,
    );
    await sql`update ${statement} c set ticket_id = d.id, decided_at = d.closed_at
      from ticket t, ticket d where t.id = c.id and d.id = coalesce(t.merged_into, t.id)`.execute(db);
  }
  // The ticket that decided these was deleted since.
  await sql`update contract_cancellation set decided_at = received_at
    where outcome = 'review' and ticket_id is null and received_at < now() - interval '700 days'`.execute(db);
  await sql`alter table account_dispute add column number text unique`.execute(db);
  await sql`with numbered as (
      select id, 'D' || extract(year from created_at at time zone 'UTC') as series,
        row_number() over (partition by extract(year from created_at at time zone 'UTC') order by created_at, id) as n
      from account_dispute),
    named as (update account_dispute d set number = series || '-' || lpad(n::text, 6, '0')
      from numbered where numbered.id = d.id)
    insert into number_series (series, last) select series, max(n) from numbered group by series`.execute(db);
}
