import { type Kysely, sql } from 'kysely';

/** Records by when a dispute is decided; 14 days were shown for those filed before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account_dispute add column due_at timestamptz`.execute(db);
  await sql`update account_dispute set due_at = created_at + interval '14 days'`.execute(db);
}
