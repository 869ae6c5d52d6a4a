import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { appendOnlyTables } from '#server/core/database/baseline/append-only.ts';
import { tables } from '../schema.ts';

const statements = [...Object.entries(tables).flatMap(([name, table]) => table.toSql(name)), ...appendOnlyTables];

/** Says whether a database was created by this baseline; those of before 1.0.0 were created by others. */
export function hashBaseline(): string {
  return createHash('sha256').update(statements.join(';')).digest('hex').slice(0, 16);
}

/** All tables as of 1.0.0. Never edit one: a check compares them with what was released; write a migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await sql`comment on table kysely_migration is ${sql.lit(hashBaseline())}`.execute(db);
}
