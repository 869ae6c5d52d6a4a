import { type Kysely, sql } from 'kysely';

/** Records what a consumer who withdrew paid for what was supplied. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column kept_cents bigint not null default 0`.execute(db);
}
