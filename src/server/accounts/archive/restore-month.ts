import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/core/deps.ts';
import { type ArchivedRow, ArchiveError, archiveFormat } from './format.ts';

const rowsPerInsert = 2_000;

type Restored = { readonly month: string; readonly rows: number; readonly missing: number };

/**
 * Brings the events of an archive back, all or none; those that are here already stay. `missing` counts those whose
 * account has been erased since. @throws {ArchiveError} if the file is damaged, incomplete or no archive
 */
export async function restoreMonth(db: Db, file: Readable): Promise<Restored> {
  return db.transaction().execute(async (trx) => {
    const hash = createHash('sha256');
    let [month, rows, missing, isComplete] = ['', 0, 0, false];
    let waiting: ArchivedRow[] = [];
    const store = async () => {
      missing += await insertRows(trx, waiting);
      waiting = [];
    };
    for await (const line of readLines(file)) {
      if (isComplete) throw new ArchiveError('the file goes on after its end');
      if (month === '') {
        month = readHead(line);
      } else if (line.startsWith('[')) {
        hash.update(`${line}\n`);
        rows += 1;
        if (waiting.push(JSON.parse(line) as ArchivedRow) === rowsPerInsert) await store();
      } else {
        const end = JSON.parse(line) as { rows?: number; sha256?: string };
        isComplete = end.rows === rows && end.sha256 === hash.digest('hex');
        if (!isComplete) throw new ArchiveError('the file is damaged: its events don’t match their hash');
      }
    }
    if (!isComplete) throw new ArchiveError('the file is incomplete');
    await store();
    return { month, rows, missing };
  });
}

async function* readLines(file: Readable): AsyncGenerator<string> {
  const text = file.pipe(createGunzip());
  file.on('error', (error) => text.destroy(error));
  try {
    yield* createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (cause) {
    throw new ArchiveError('the file is damaged or incomplete', { cause });
  }
}

function readHead(line: string): string {
  const isHead = line.startsWith('{') && line.includes('"format":');
  const { month, format } = (isHead ? JSON.parse(line) : {}) as { month?: string; format?: number };
  if (month === undefined || format !== archiveFormat) throw new ArchiveError('the file is no archive of a month');
  return month;
}

/** @returns how many belong to no account */
async function insertRows(trx: Trx, rows: readonly ArchivedRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const column = (index: number) => rows.map((row) => row[index]);
  const { rows: counted } = await sql<{ missing: number }>`
    with archived as (
      select * from unnest(${column(0)}::text[], ${column(1)}::bigint[], ${column(2)}::text[], ${column(3)}::text[],
        ${column(4)}::bigint[], ${column(5)}::text[]) as row (account_id, sequence, source_id, type, micros, event)
    ), stored as (
      insert into account_event (account_id, sequence, source_id, type, at, event)
      select account_id, sequence, source_id, type, timestamptz 'epoch' + micros * interval '1 microsecond', event::jsonb
      from archived where exists (select from trading_account where id = archived.account_id)
      on conflict (account_id, source_id) do nothing
    )
    select count(*) as missing from archived
    where not exists (select from trading_account where id = archived.account_id)
  `.execute(trx);
  return Number(counted[0]?.missing ?? 0);
}
