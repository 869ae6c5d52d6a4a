import { type Kysely, sql } from 'kysely';

/** Mails that may have arrived although nobody knows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail add column unanswered_at timestamptz`.execute(db);
}
