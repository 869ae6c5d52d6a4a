import { insertRow, listRows } from '#server/core/database/rows.ts';
import { conflict, type Deps, invalid, newId, notFound, ServiceError } from '#server/core/deps.ts';
import { readDocument } from '#server/core/documents/read.ts';
import { decryptBytes, encryptBytes } from '#server/core/encryption.ts';
import type { addJournalPicture } from '#shared/accounts/contract-journal.ts';
import { maxJournalPictures } from '#shared/accounts/journal-terms.ts';
import type { BodyOf, DataOf } from '#shared/core/call.ts';
import { getOwnAccount } from '../get-own-account.ts';
import { checkJournalDay, ensureJournalEntry } from './entries.ts';

export const journalPictureContext = (pictureId: string) => `journal-picture:${pictureId}`;

/**
 * Re-encodes a picture and stores it encrypted.
 * @throws {ServiceError} 404, 409 for a day with three pictures, 422 for a wrong day or anything but a picture
 */
export async function addPicture(
  deps: Deps,
  personId: string,
  { accountId, day, picture }: BodyOf<typeof addJournalPicture>,
): Promise<DataOf<typeof addJournalPicture>> {
  checkJournalDay(deps, await getOwnAccount(deps, personId, accountId), day);
  const bytes = await reencodePicture(picture);
  const now = deps.clock();
  return deps.db.transaction().execute(async (trx) => {
    await ensureJournalEntry(trx, personId, { accountId, day }, now);
    // Concurrent uploads wait here, so that each counts the ones before it.
    await listRows(trx, 'journal_entry', { account_id: accountId, day }, ['day'], { lock: true });
    const stored = await listRows(trx, 'journal_picture', { account_id: accountId, day }, ['id']);
    if (stored.length >= maxJournalPictures) throw conflict();
    const id = newId();
    const content = encryptBytes(deps.keys, journalPictureContext(id), bytes);
    await insertRow(trx, 'journal_picture', {
      id,
      account_id: accountId,
      day,
      size_bytes: bytes.length,
      content,
      uploaded_at: now,
    });
    return { id, sizeBytes: bytes.length };
  });
}

/** @throws {ServiceError} 422 on the field `picture` */
async function reencodePicture(picture: File | undefined): Promise<Buffer> {
  const wrong = invalid({ picture: ['picture_type'] });
  if (!picture || picture.size === 0) throw invalid({ picture: ['required'] });
  const { mediaType, bytes } = await readDocument(picture).catch((error: unknown) => {
    throw error instanceof ServiceError && error.code === 'invalid' ? wrong : error;
  });
  if (mediaType !== 'image/webp') throw wrong;
  return bytes;
}

function selectOwnPicture({ db }: Deps, personId: string, pictureId: string) {
  return db
    .selectFrom('journal_picture')
    .innerJoin('trading_account', 'trading_account.id', 'journal_picture.account_id')
    .select(['journal_picture.id', 'content'])
    .where('journal_picture.id', '=', pictureId)
    .where('trading_account.person_id', '=', personId);
}

/** @throws {ServiceError} 404 unless it is the person's own */
export async function removePicture(deps: Deps, personId: string, pictureId: string): Promise<void> {
  await selectOwnPicture(deps, personId, pictureId).executeTakeFirstOrThrow(notFound);
  await deps.db.deleteFrom('journal_picture').where('id', '=', pictureId).execute();
}

/** @throws {ServiceError} 404 unless it is the person's own */
export async function openPicture(deps: Deps, personId: string, pictureId: string): Promise<Buffer> {
  const picture = await findPicture(deps, personId, pictureId);
  if (picture === null) throw notFound();
  return picture;
}

/** Null unless it is the person's own. */
export async function findPicture(deps: Deps, personId: string, pictureId: string): Promise<Buffer | null> {
  const row = await selectOwnPicture(deps, personId, pictureId).executeTakeFirst();
  return row ? decryptBytes(deps.keys, journalPictureContext(pictureId), row.content) : null;
}
