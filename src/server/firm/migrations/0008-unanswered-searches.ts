import { type Kysely, sql } from 'kysely';

/** How often visitors searched in vain, by day, without the visitors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table unanswered_search (day date not null, language text not null, text text not null,
    kind text not null, count integer not null,
    primary key (day, language, text, kind))`.execute(db);
}
