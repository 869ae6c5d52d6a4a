import { createInterface } from 'node:readline';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Db, Trx } from '../../deps.ts';
import { eraseTables } from '../erase-tables.ts';
import { type Migrations, migrate } from '../migrate.ts';
import {
  BackupError,
  type BackupRecord,
  fixTextFormats,
  listTables,
  recordSchema,
  type Table,
  type TableRecord,
} from './format.ts';
import { dropConstraints, emptyTables, insertRows, matchTable, verifyLedger, verifyTable } from './load-tables.ts';
import type { BackupCounts } from './write-backup.ts';

const charactersPerInsert = 2_000_000;
const rowsPerInsert = 1_000;

export type PendingJob = Extract<BackupRecord, { kind: 'job' }>;
export type Restored = BackupCounts & {
  readonly takenAt: string;
  readonly rootKey: string | undefined;
  /** Jobs to send once the queues exist. */
  readonly pendingJobs: readonly PendingJob[];
};

async function ensureEmpty(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%s.%s', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'jobs') limit 1
  `.execute(db);
  if (rows[0]) throw new BackupError(`the database is not empty (it has ${rows[0].name}): restore into a new one.`);
}

function createLoader(trx: Trx, tables: readonly Table[]) {
  let current: { table: Table; record: TableRecord } | undefined;
  let batch: string[] = [];
  let characters = 0;
  const counts = { tables: 0, rows: 0, jobs: 0 };

  async function flush(): Promise<void> {
    if (current && batch.length > 0) await insertRows(trx, current.table, batch);
    counts.rows += batch.length;
    batch = [];
    characters = 0;
  }

  return {
    counts,
    async addRow(row: string): Promise<void> {
      if (!current) throw new BackupError('the file is not a backup of this software: it begins with a row.');
      batch.push(row);
      characters += row.length;
      if (batch.length >= rowsPerInsert || characters >= charactersPerInsert) await flush();
    },
    async endTable(): Promise<void> {
      await flush();
      if (current) await verifyTable(trx, current.table, current.record);
      current = undefined;
    },
    startTable(record: TableRecord): void {
      current = { table: matchTable(tables, record), record };
      counts.tables += 1;
    },
  };
}

async function load(
  trx: Trx,
  lines: AsyncGenerator<BackupLine>,
): Promise<BackupCounts & { pendingJobs: PendingJob[] }> {
  await fixTextFormats(trx);
  const tables = await listTables(trx);
  const restoreConstraints = await dropConstraints(trx, tables);
  await emptyTables(trx, tables);
  const loader = createLoader(trx, tables);
  const pendingJobs: PendingJob[] = [];
  for await (const line of lines) {
    if ('row' in line) {
      await loader.addRow(line.row);
      continue;
    }
    const { record } = line;
    await loader.endTable();
    if (record.kind === 'table') loader.startTable(record);
    else if (record.kind === 'sequence')
      await sql`select setval(format('public.%I', ${record.name}::text)::regclass, ${record.last}::bigint)`.execute(
        trx,
      );
    else if (record.kind === 'job') pendingJobs.push(record);
  }
  if (loader.counts.tables !== tables.length)
    throw new BackupError(`the backup has ${loader.counts.tables} tables, but its migrations create ${tables.length}.`);
  await restoreConstraints();
  // Backups from before the ledger have none.
  if (tables.some(({ name }) => name === 'ledger_entry')) await verifyLedger(trx);
  return { ...loader.counts, jobs: pendingJobs.length, pendingJobs };
}

async function restoreTables(db: Db, lines: AsyncGenerator<BackupLine>, migrations: Migrations, upTo: string) {
  await migrate(db, { migrations, upTo });
  const loaded = await db.transaction().execute((trx) => load(trx, lines));
  await migrate(db, { migrations });
  return loaded;
}

/**
 * Restores into an empty database: the tables as of the backup, its rows, then the migrations since.
 * @throws {BackupError} if the database is not empty, or the file is damaged, incomplete or from a newer version
 */
export async function restoreBackup(db: Db, from: Readable, migrations: Migrations): Promise<Restored> {
  await ensureEmpty(db);
  const lines = readLines(from);
  const first = (await lines.next()).value;
  const header = first && 'record' in first && first.record.kind === 'header' ? first.record : undefined;
  if (!header) throw new BackupError('the file is not a backup of this software: it has no header.');
  if (!(header.migration in migrations)) {
    throw new BackupError(
      `the backup was taken by a newer version (${header.migration}): restore it with that version.`,
    );
  }
  const loaded = await restoreTables(db, lines, migrations, header.migration).catch(async (error: unknown) => {
    // The database was empty before. A partial restore must go, or a server could start on it.
    await eraseTables(db);
    throw error;
  });
  return { ...loaded, takenAt: header.takenAt, rootKey: header.rootKey };
}

/** A row exactly as in the file, or a record between the rows. */
type BackupLine = { readonly row: string } | { readonly record: BackupRecord };

function parseRecord(text: string): BackupRecord {
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    throw new BackupError(`the file is not a backup of this software: ${JSON.stringify(text.slice(0, 60))}`);
  }
}

/** @throws {BackupError} if the file is damaged, incomplete or not a backup */
async function* readLines(from: Readable): AsyncGenerator<BackupLine> {
  const text = new PassThrough();
  const failed = pipeline(from, createGunzip(), text).then(
    () => undefined,
    (error: unknown) => error,
  );
  text.on('error', () => undefined);
  let ended = false;
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.startsWith('[')) {
        yield { row: line };
        continue;
      }
      const record = parseRecord(line);
      ended = record.kind === 'end';
      yield { record };
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
  } finally {
    from.destroy();
  }
  if ((await failed) || !ended) throw new BackupError('the backup is damaged or ends too early: nothing was restored.');
}
