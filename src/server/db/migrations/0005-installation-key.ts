import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table installation_key (id text primary key, value text not null)`.execute(db);
}
