import { type Kysely, sql } from 'kysely';

/** What the register of VAT numbers said, for sales without tax. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column vat_check jsonb`.execute(db);
}
