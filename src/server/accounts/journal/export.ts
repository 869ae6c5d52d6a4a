import { toCsv } from '#lib/csv.ts';
import type { Deps } from '#server/core/deps.ts';
import { getOwnAccount } from '../get-own-account.ts';
import { readEntries } from './entries.ts';
import { findPicture } from './pictures.ts';

/** One account's journal as CSV, oldest first. @throws {ServiceError} 404 for another person's account */
export async function writeJournalCsv(deps: Deps, personId: string, accountId: string): Promise<string> {
  const { platform_account_id: account } = await getOwnAccount(deps, personId, accountId);
  const entries = (await readEntries(deps.db, accountId)).reverse();
  return toCsv([
    ['account', 'trading_day', 'tags', 'notes', 'pictures'],
    ...entries.map(({ day, tags, notes, pictures }) => [account, day, tags.join('; '), notes, pictures.length]),
  ]);
}

/** Streams the same as JSON, because pictures make it large. @throws {ServiceError} 404 for another person's account */
export async function* writeJournalJson(deps: Deps, personId: string, accountId: string): AsyncGenerator<string> {
  const { platform_account_id: account } = await getOwnAccount(deps, personId, accountId);
  const entries = (await readEntries(deps.db, accountId)).reverse();
  yield `{"account":${JSON.stringify(account)},"entries":[`;
  for (const [index, { day, tags, notes, pictures }] of entries.entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify({ day, tags, notes }).slice(0, -1)},"pictures":[`;
    let separator = '';
    for (const { id } of pictures) {
      const picture = await findPicture(deps, personId, id);
      // Removed while the file was being written.
      if (picture === null) continue;
      yield `${separator}${JSON.stringify({ id, webp: picture.toString('base64') })}`;
      separator = ',';
    }
    yield ']}';
  }
  yield ']}\n';
}

/** For the export of a profile: texts and a list of pictures. */
export async function exportJournal({ db }: Deps, personId: string) {
  const entries = await db
    .selectFrom('journal_entry')
    .select(['account_id', 'day', 'tags', 'notes', 'updated_at'])
    .where('person_id', '=', personId)
    .orderBy('account_id')
    .orderBy('day')
    .execute();
  const pictures = await db
    .selectFrom('journal_picture')
    .innerJoin('trading_account', 'trading_account.id', 'journal_picture.account_id')
    .select(['journal_picture.id', 'account_id', 'day', 'size_bytes', 'uploaded_at'])
    .where('trading_account.person_id', '=', personId)
    .execute();
  return { entries, pictures };
}
