import type { Deps, Trx } from '../../deps.ts';
import { newId } from '../../ids.ts';
import type { NotificationKind } from '../../translations.ts';

export type NewNotification = {
  /** At most one notification per key. */
  readonly dedupeKey: string;
  readonly personId: string;
  /** Selects `<kind>_title` and `<kind>_text` of the `notifications` strings. */
  readonly kind: NotificationKind;
  readonly details?: Readonly<Record<string, string | number>>;
  /** A path on our site without the language prefix. */
  readonly path?: string;
};

/** Adds an unread notification in the caller's transaction. */
export async function addNotification(deps: Deps, trx: Trx, notification: NewNotification): Promise<void> {
  const { dedupeKey, personId, kind, details = {}, path } = notification;
  const added = await trx
    .insertInto('notification')
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
    .set((eb) => ({ unread_notifications: eb('unread_notifications', '+', 1) }))
    .where('id', '=', personId)
    .execute();
}
