import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import type { Db, Trx } from '#server/core/deps.ts';
import { ArchiveError, archiveFormat, readMonth } from './format.ts';

/** Disputes, chargebacks and reviews of an account have ended by then. */
const endedForDays = 365;
const rowsPerFetch = 5_000;

type Span = { readonly from: Date; readonly to: Date };
/**
 * Moves a month's events of accounts that ended a year ago into a file. From then on their accounts refuse events up to
 * the month's end, also after a restore, so that none counts again whose id is no longer here.
 * @param write gets the whole file, and must have stored it for good when it returns
 * @throws {ArchiveError} for a month that isn't over by a year, or of which nothing can be archived
 */
export async function archiveMonth(
  db: Db,
  month: string,
  now: Date,
  write: (lines: Readable) => Promise<void>,
): Promise<{ readonly accounts: number; readonly rows: number }> {
  const span = readMonth(month);
  const endedBefore = new Date(now.getTime() - endedForDays * dayMs);
  if (span.to > endedBefore) throw new ArchiveError(`${month} is too recent: it must have ended a year ago`);
  return db.transaction().execute(async (trx) => {
    const accountIds = await closeAccounts(trx, span, endedBefore);
    if (accountIds.length === 0) throw new ArchiveError(`no account that ended a year ago has events in ${month}`);
    let rows = 0;
    const count = (added: number) => {
      rows += added;
    };
    await write(Readable.from(writeLines(trx, month, span, accountIds, count)));
    const { numAffectedRows: deleted = 0n } = await sql`
      delete from account_event
      where account_id = any(${accountIds}::text[]) and at >= ${span.from} and at < ${span.to}
    `.execute(trx);
    if (Number(deleted) !== rows) throw new ArchiveError('the events changed meanwhile: nothing was deleted');
    return { accounts: accountIds.length, rows };
  });
}

/** Locks the accounts that have something to archive, and closes the month for them. */
async function closeAccounts(trx: Trx, { from, to }: Span, endedBefore: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update trading_account set marks_retained_from = greatest(marks_retained_from, ${to})
    where ended_at < ${endedBefore} and exists (
      select from account_event where account_id = trading_account.id and at >= ${from} and at < ${to}
    )
    returning id
  `.execute(trx);
  return rows.map(({ id }) => id).sort();
}

async function* writeLines(
  trx: Trx,
  month: string,
  { from, to }: Span,
  accountIds: readonly string[],
  count: (rows: number) => void,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let total = 0;
  yield `${JSON.stringify({ month, format: archiveFormat })}\n`;
  // A cursor, so that a month of millions of rows is never in memory as a whole.
  await sql`
    declare archived_rows no scroll cursor for
    select json_build_array(account_id, sequence::text, source_id, type,
      (extract(epoch from at) * 1000000)::bigint::text, event::text)::text as row
    from account_event
    where account_id = any(${[...accountIds]}::text[]) and at >= ${from} and at < ${to}
    order by account_id collate "C", source_id collate "C"
  `.execute(trx);
  for (;;) {
    const fetched = await sql<{ row: string }>`fetch ${sql.raw(String(rowsPerFetch))} from archived_rows`.execute(trx);
    if (fetched.rows.length === 0) break;
    const text = `${fetched.rows.map(({ row }) => row).join('\n')}\n`;
    hash.update(text);
    total += fetched.rows.length;
    yield text;
  }
  await sql`close archived_rows`.execute(trx);
  count(total);
  yield `${JSON.stringify({ rows: total, sha256: hash.digest('hex') })}\n`;
}

export const compressTo = (to: Writable) => (lines: Readable) => pipeline(lines, createGzip(), to);
