import { findRow, insertOnce, listRows } from '#server/core/database/rows.ts';
import { conflict, type Db, type Deps, invalid, type Trx } from '#server/core/deps.ts';
import type { JournalEntry, listJournal, saveJournalEntry } from '#shared/accounts/contract-journal.ts';
import type { BodyOf, DataOf, QueryOf } from '#shared/core/call.ts';
import { findTradingDay, resultDayOf, tradingDayOf } from '#shared/exchange/trading-day.ts';
import { getOwnAccount } from '../get-own-account.ts';
import type { StoredAccount } from '../tables.ts';

const pageSize = 50;

type EntryKey = { readonly accountId: string; readonly day: string };

/** @throws {ServiceError} 422 for a date that isn't a trading day, is in the future or precedes the account */
export function checkJournalDay(
  deps: Deps,
  { opened_at: openedAt }: Pick<StoredAccount, 'opened_at'>,
  day: string,
): void {
  const tradingDay = findTradingDay(day);
  if (
    tradingDay === null ||
    tradingDay > resultDayOf(deps.clock().getTime()) ||
    tradingDay < tradingDayOf(openedAt.getTime())
  ) {
    throw invalid({ day: ['invalid'] });
  }
}

/** @throws {ServiceError} 404 for another person's account, 422 for a day that can't have an entry */
export async function readJournalEntry(
  deps: Deps,
  personId: string,
  { accountId, day }: EntryKey,
): Promise<JournalEntry> {
  checkJournalDay(deps, await getOwnAccount(deps, personId, accountId), day);
  return readEntry(deps.db, accountId, day);
}

/**
 * Saves an entry if its revision is still the one that the writer has seen.
 * @throws {ServiceError} 404, 422, and 409 if another tab has saved since: its text stays stored
 */
export async function storeJournalEntry(
  deps: Deps,
  personId: string,
  { accountId, day, revision, tags, notes }: BodyOf<typeof saveJournalEntry>,
): Promise<JournalEntry> {
  checkJournalDay(deps, await getOwnAccount(deps, personId, accountId), day);
  const updated_at = deps.clock();
  return deps.db.transaction().execute(async (trx) => {
    await ensureJournalEntry(trx, personId, { accountId, day }, updated_at);
    await trx
      .updateTable('journal_entry')
      .set({ tags: [...new Set(tags)], notes, revision: revision + 1, updated_at })
      .where('account_id', '=', accountId)
      .where('day', '=', day)
      .where('revision', '=', revision)
      .returning('day')
      .executeTakeFirstOrThrow(conflict);
    return readEntry(trx, accountId, day);
  });
}

/** Creates a day's entry, still empty, unless there is one. */
export async function ensureJournalEntry(trx: Trx, personId: string, { accountId, day }: EntryKey, now: Date) {
  await insertOnce(trx, 'journal_entry', { account_id: accountId, day, person_id: personId, updated_at: now });
}

/** @throws {ServiceError} 404 for another person's account */
export async function listJournalEntries(
  deps: Deps,
  personId: string,
  { accountId, to }: QueryOf<typeof listJournal>,
): Promise<DataOf<typeof listJournal>> {
  await getOwnAccount(deps, personId, accountId);
  const found = await readEntries(deps.db, accountId, pageSize + 1, to);
  return { entries: found.slice(0, pageSize), more: found.length > pageSize };
}

/** Newest first. */
export async function readEntries(
  db: Db | Trx,
  accountId: string,
  limit?: number,
  to?: string,
): Promise<JournalEntry[]> {
  const rows = await db
    .selectFrom('journal_entry')
    .select(['day', 'tags', 'notes', 'revision'])
    .where('account_id', '=', accountId)
    .$if(to !== undefined, (query) => query.where('day', '<', to ?? ''))
    .orderBy('day', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  if (rows.length === 0) return [];
  const pictures = await listRows(
    db,
    'journal_picture',
    { account_id: accountId, day: rows.map(({ day }) => day) },
    ['id', 'day', 'size_bytes'],
    { orderBy: ['uploaded_at', 'id'] },
  );
  const byDay = Map.groupBy(pictures, ({ day }) => day);
  return rows.map((row) => ({
    ...row,
    pictures: (byDay.get(row.day) ?? []).map(({ id, size_bytes: sizeBytes }) => ({ id, sizeBytes })),
  }));
}

async function readEntry(db: Db | Trx, accountId: string, day: string): Promise<JournalEntry> {
  const row = await findRow(db, 'journal_entry', { account_id: accountId, day }, ['tags', 'notes', 'revision']);
  const pictures = await db
    .selectFrom('journal_picture')
    .select(['id', 'size_bytes as sizeBytes'])
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .orderBy('uploaded_at')
    .orderBy('id')
    .execute();
  return { day, tags: [], notes: '', revision: 0, ...row, pictures };
}
