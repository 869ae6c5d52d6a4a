import { type Kysely, sql } from 'kysely';

/** Counts how often an account's past was made anew, so that whoever shows it knows that it shows another one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table trading_account add column history_revision integer not null default 0`.execute(db);
}
