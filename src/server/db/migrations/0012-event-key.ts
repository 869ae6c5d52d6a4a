import { type Kysely, sql } from 'kysely';

/** An event is known by its source id; its number is only read of fills, which have an index of their own. */
const statements = [
  sql`alter table account_event drop constraint account_event_pkey`,
  sql`alter table account_event drop constraint account_event_account_id_source_id_key`,
  sql`alter table account_event add primary key (account_id, source_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
