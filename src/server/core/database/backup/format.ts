import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../deps.ts';

/** Why a backup could not be written, read or restored; the message is one line for the operator. */
export class BackupError extends Error {}

/**
 * A backup is gzipped text, one JSON value per line: a header, then each table followed by its rows (arrays of column
 * values as PostgreSQL text, or null), then sequences, pending jobs and the end.
 */
export const recordSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('header'),
    format: z.literal(1),
    takenAt: z.iso.datetime(),
    /** The newest migration of the database; the rows fit its tables. */
    migration: z.string(),
    /** The generated root key, if APP_SECRET is not set. */
    rootKey: z.string().optional(),
  }),
  z.object({
    kind: z.literal('table'),
    name: z.string(),
    columns: z.array(z.string()).min(1),
    count: z.string(),
    /** The sum of each money column (`_cents`). */
    sums: z.record(z.string(), z.string().nullable()),
  }),
  z.object({ kind: z.literal('sequence'), name: z.string(), last: z.string() }),
  z.object({
    kind: z.literal('job'),
    name: z.string(),
    data: z.unknown(),
    singletonKey: z.string().nullable(),
    startAfter: z.iso.datetime(),
  }),
  z.object({ kind: z.literal('end') }),
]);

export type BackupRecord = z.infer<typeof recordSchema>;
export type TableRecord = Extract<BackupRecord, { kind: 'table' }>;

export type Column = { readonly name: string; readonly type: string };
export type Table = { readonly name: string; readonly columns: readonly Column[] };

/** The migrator's own tables; a restore fills them by running the migrations. */
const migratorTables = ['kysely_migration', 'kysely_migration_lock'];

export async function listTables(db: Db | Trx): Promise<Table[]> {
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum
  `.execute(db);
  const tables = new Map<string, Column[]>();
  for (const { table, name, type } of rows) {
    if (migratorTables.includes(table)) continue;
    tables.set(table, [...(tables.get(table) ?? []), { name, type }]);
  }
  return [...tables].map(([name, columns]) => ({ name, columns }));
}

/** A table's row count and money totals, which must be equal before and after a restore. */
export async function measureTable(
  db: Db | Trx,
  { name, columns }: Table,
): Promise<Pick<TableRecord, 'count' | 'sums'>> {
  const money = columns.filter((column) => column.name.endsWith('_cents')).map((column) => column.name);
  const sumColumns = money.map((column) => sql`, sum(${sql.id(column)})::text as ${sql.id(column)}`);
  const { rows } = await sql<Record<string, string | null>>`
    select count(*)::text as "*" ${sql.join(sumColumns, sql``)} from ${sql.id('public', name)}
  `.execute(db);
  const { '*': count, ...sums } = rows[0] ?? {};
  return { count: count ?? '0', sums };
}

/** Fixes the text formats of the session, so that values read back unchanged anywhere. */
export async function fixTextFormats(trx: Trx): Promise<void> {
  const settings = {
    timezone: 'UTC',
    datestyle: 'ISO, YMD',
    intervalstyle: 'iso_8601',
    bytea_output: 'hex',
    extra_float_digits: '1',
  };
  for (const [name, value] of Object.entries(settings))
    await sql`select set_config(${name}, ${value}, true)`.execute(trx);
}
