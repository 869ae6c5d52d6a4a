import { type Kysely, sql } from 'kysely';

/** Names as in the passport, for people whose name isn't in Latin letters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table person add column latin_name text`.execute(db);
  await sql`alter table orders add column latin_name text`.execute(db);
}
