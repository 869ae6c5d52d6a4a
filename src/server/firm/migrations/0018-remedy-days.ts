import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table remedy drop constraint remedy_incident_id_account_id_key,
    drop constraint remedy_amount_cents_check, add check (amount_cents >= 0), alter column before_cents drop not null,
    alter column after_cents drop not null, add column days integer not null default 0 check (days >= 0),
    add column reason text, add column actor text not null default 'rule'`.execute(db);
  await sql`create unique index remedy_once on remedy (incident_id, account_id, (reason is null))`.execute(db);
}
