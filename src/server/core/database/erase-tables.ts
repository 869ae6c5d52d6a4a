import { sql } from 'kysely';
import type { Db } from '../deps.ts';

/** Drops table by table, so that grants and extensions of the schema survive. */
export async function eraseTables(db: Db): Promise<void> {
  const tables = await sql<{ name: string }>`
    select format('%I', tablename) as name from pg_tables where schemaname = 'public'
  `.execute(db);
  await db.transaction().execute(async (trx) => {
    await sql`drop schema if exists jobs cascade`.execute(trx);
    for (const { name } of tables.rows) await sql`drop table public.${sql.raw(name)} cascade`.execute(trx);
  });
}
