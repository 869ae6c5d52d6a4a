import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Db, Trx } from '../../deps.ts';
import { eraseTables } from '../erase-tables.ts';
import { migrate, released } from '../migrate.ts';
import { BackupError, fixTextFormats, listTables, type Mark, type Table, type TableMark } from './format.ts';
import { emptyTables, insertRows, liftConstraints, matchTable, verifyLedger, verifyTable } from './load-tables.ts';
import { type BackupLine, readLines } from './read-lines.ts';
import type { BackupCounts } from './write-backup.ts';

const charactersPerInsert = 2_000_000;
const rowsPerInsert = 1_000;

export type WaitingJob = Extract<Mark, { kind: 'job' }>;
export type Restored = BackupCounts & {
  readonly takenAt: string;
  readonly rootKey: string | undefined;
  /** What still was to be done; the caller sends them once the queues exist. */
  readonly waiting: readonly WaitingJob[];
};

async function refuseUnlessEmpty(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%s.%s', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'jobs') limit 1
  `.execute(db);
  if (rows[0]) throw new BackupError(`the database is not empty (it has ${rows[0].name}): restore into a new one.`);
}

/** Puts rows in by the batch, and checks each table at its end. */
function startLoading(trx: Trx, tables: readonly Table[]) {
  let current: { table: Table; mark: TableMark } | undefined;
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
      if (current) await verifyTable(trx, current.table, current.mark);
      current = undefined;
    },
    startTable(mark: TableMark): void {
      current = { table: matchTable(tables, mark), mark };
      counts.tables += 1;
    },
  };
}

async function load(trx: Trx, lines: AsyncGenerator<BackupLine>): Promise<BackupCounts & { waiting: WaitingJob[] }> {
  await fixTextFormats(trx);
  const tables = await listTables(trx);
  const putBack = await liftConstraints(trx, tables);
  await emptyTables(trx, tables);
  const loading = startLoading(trx, tables);
  const waiting: WaitingJob[] = [];
  for await (const line of lines) {
    if ('row' in line) {
      await loading.addRow(line.row);
      continue;
    }
    const { mark } = line;
    await loading.endTable();
    if (mark.kind === 'table') loading.startTable(mark);
    else if (mark.kind === 'sequence')
      await sql`select setval(format('public.%I', ${mark.name}::text)::regclass, ${mark.last}::bigint)`.execute(trx);
    else if (mark.kind === 'job') waiting.push(mark);
  }
  if (loading.counts.tables !== tables.length)
    throw new BackupError(`the backup has ${loading.counts.tables} tables, but its migrations make ${tables.length}.`);
  await putBack();
  // Backups from before the ledger have none.
  if (tables.some(({ name }) => name === 'ledger_entry')) await verifyLedger(trx);
  return { ...loading.counts, jobs: waiting.length, waiting };
}

async function fill(
  db: Db,
  lines: AsyncGenerator<BackupLine>,
  migrations: Readonly<Record<string, Migration>>,
  upTo: string,
) {
  await migrate(db, { migrations, upTo });
  const loaded = await db.transaction().execute((trx) => load(trx, lines));
  await migrate(db, { migrations });
  return loaded;
}

/**
 * Fills an empty database: tables as they were when the backup was taken, its rows, then the migrations since.
 * @throws {BackupError} when the database is not empty, or the file is damaged, newer than this software or incomplete
 */
export async function restoreBackup(
  db: Db,
  from: Readable,
  migrations: Readonly<Record<string, Migration>> = released,
): Promise<Restored> {
  await refuseUnlessEmpty(db);
  const lines = readLines(from);
  const first = (await lines.next()).value;
  const header = first && 'mark' in first && first.mark.kind === 'header' ? first.mark : undefined;
  if (!header) throw new BackupError('the file is not a backup of this software: it has no header.');
  if (!(header.migration in migrations)) {
    throw new BackupError(
      `the backup was taken by a newer version (${header.migration}): restore it with that version.`,
    );
  }
  const loaded = await fill(db, lines, migrations, header.migration).catch(async (error: unknown) => {
    // It was empty: what is there now is half of something, and a server must not start on it.
    await eraseTables(db);
    throw error;
  });
  return { ...loaded, takenAt: header.takenAt, rootKey: header.rootKey };
}
