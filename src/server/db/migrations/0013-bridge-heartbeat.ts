import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table bridge_heartbeat (platform text primary key, seen_at timestamptz not null)`.execute(db);
}
