import { type Kysely, sql } from 'kysely';

/** What the rule approved, which no person stands for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payout add column ruled_at timestamptz, add column ruled_fingerprint text`.execute(db);
}
