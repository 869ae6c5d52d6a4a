import { type Kysely, sql } from 'kysely';

/** Traders have an endpoint and messages as affiliates do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['affiliate_endpoint', 'postback'] as const) {
    const constraint = sql.ref(`${table}_affiliate_id_fkey`);
    await sql`alter table ${sql.table(table)}
      add column audience text not null default 'affiliate' check (audience in ('affiliate', 'trader')),
      drop constraint ${constraint},
      add constraint ${constraint} foreign key (affiliate_id) references person`.execute(db);
  }
  await sql`alter table affiliate_endpoint drop constraint affiliate_endpoint_pkey,
    add primary key (affiliate_id, audience)`.execute(db);
}
