import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Db, Trx } from '../../deps.ts';
import { listMigrations, type Migrations } from '../migrate.ts';
import { BackupError, type BackupRecord, fixTextFormats, listTables, measureTable, type Table } from './format.ts';

const rowsPerFetch = 1_000;

export type BackupCounts = { readonly tables: number; readonly rows: number; readonly jobs: number };

const formatLine = (record: BackupRecord) => `${JSON.stringify(record)}\n`;

/** Uses a cursor, so that a table of millions of rows is never in memory as a whole. */
async function* writeRows(trx: Trx, { name, columns }: Table): AsyncGenerator<string> {
  const values = columns.map((column) => sql`${sql.id(column.name)}::text`);
  await sql`
    declare backup_rows no scroll cursor for
    select array_to_json(array[${sql.join(values)}])::text as row from ${sql.id('public', name)}
  `.execute(trx);
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.raw(String(rowsPerFetch))} from backup_rows`.execute(trx);
    if (rows.length === 0) break;
    yield `${rows.map(({ row }) => row).join('\n')}\n`;
  }
  await sql`close backup_rows`.execute(trx);
}

async function* writeSequences(trx: Trx): AsyncGenerator<string> {
  const { rows } = await sql<{ name: string; last: string | null }>`
    select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1
  `.execute(trx);
  for (const { name, last } of rows) if (last !== null) yield formatLine({ kind: 'sequence', name, last });
}

type StoredJob = { name: string; data: unknown; singleton_key: string | null; start_after: Date };

/** Unfinished jobs, including active ones, whose effect may not have happened yet. */
async function listJobs(trx: Trx): Promise<StoredJob[]> {
  const { rows: found } = await sql`select 1 where to_regclass('jobs.job') is not null`.execute(trx);
  if (found.length === 0) return [];
  const { rows } = await sql<StoredJob>`
    select name, data, singleton_key, start_after from jobs.job
    where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss\\_\\_%' order by created_on, id
  `.execute(trx);
  return rows;
}

/**
 * Writes a consistent snapshot while the server keeps running.
 * @param options.rootKey the generated root key, if it is stored outside the database
 * @throws {BackupError} if the database has pending migrations
 */
export async function writeBackup(
  db: Db,
  to: Writable,
  { migrations: released, rootKey }: { readonly migrations: Migrations; readonly rootKey: string | undefined },
): Promise<BackupCounts> {
  const migrations = await listMigrations(db, released);
  const migration = migrations.findLast(({ executedAt }) => executedAt !== undefined)?.name;
  if (!migration || migrations.some(({ executedAt }) => executedAt === undefined)) {
    throw new BackupError(
      'the database is not up to date: run npm run db -- migrate first, or back up with the version that runs on it.',
    );
  }
  const counts = { tables: 0, rows: 0, jobs: 0 };

  async function* writeAll(trx: Trx): AsyncGenerator<string> {
    yield formatLine({
      kind: 'header',
      format: 1,
      takenAt: new Date().toISOString(),
      migration: migration ?? '',
      ...(rootKey ? { rootKey } : {}),
    });
    for (const table of await listTables(trx)) {
      const measured = await measureTable(trx, table);
      yield formatLine({
        kind: 'table',
        name: table.name,
        columns: table.columns.map(({ name }) => name),
        ...measured,
      });
      yield* writeRows(trx, table);
      counts.tables += 1;
      counts.rows += Number(measured.count);
    }
    yield* writeSequences(trx);
    for (const { name, data, singleton_key: singletonKey, start_after } of await listJobs(trx)) {
      yield formatLine({ kind: 'job', name, data, singletonKey, startAfter: start_after.toISOString() });
      counts.jobs += 1;
    }
    yield formatLine({ kind: 'end' });
  }

  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await fixTextFormats(trx);
      await pipeline(Readable.from(writeAll(trx)), createGzip({ level: 6 }), to);
    });
  return counts;
}
