import { type Kysely, sql } from 'kysely';

/** Read tokens are sessions with a name and scopes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column name text, add column scopes text[]`.execute(db);
}
