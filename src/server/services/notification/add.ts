import type { Deps, Trx } from '../../deps.ts';
import { newId } from '../../ids.ts';
import type { NoticeKind } from '../../translations.ts';

export type NewNotice = {
  /** The notice happens once for this key, whatever asks for it again. */
  readonly dedupeKey: string;
  readonly personId: string;
  /** `<kind>_title` and `<kind>_text` of the `notices` strings. */
  readonly kind: NoticeKind;
  readonly details?: Readonly<Record<string, string | number>>;
  /** A screen of ours, without the language's prefix. */
  readonly path?: string;
};

/** Tells the person something in /notifications, and counts it as unread. Belongs into the caller's transaction. */
export async function addNotice(deps: Deps, trx: Trx, notice: NewNotice): Promise<void> {
  const { dedupeKey, personId, kind, details = {}, path } = notice;
  const added = await trx
    .insertInto('notice')
    .values({
      id: newId(),
      person_id: personId,
      dedupe_key: dedupeKey,
      kind,
      details: JSON.stringify(details),
      path: path ?? null,
      created_at: deps.clock(),
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return;
  await trx
    .updateTable('person')
    .set((eb) => ({ unread_notices: eb('unread_notices', '+', 1) }))
    .where('id', '=', personId)
    .execute();
}
