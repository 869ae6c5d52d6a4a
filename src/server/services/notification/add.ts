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

/** PostgreSQL takes 65,535 parameters at once. */
const mostAtOnce = 1_000;

/** Adds an unread notification in the caller's transaction. */
export async function addNotification(deps: Deps, trx: Trx, notification: NewNotification): Promise<void> {
  await addNotifications(deps, trx, [notification]);
}

/** Adds unread notifications of different people in the caller's transaction, with two statements per thousand. */
export async function addNotifications(deps: Deps, trx: Trx, notifications: readonly NewNotification[]): Promise<void> {
  // In one order, so that two crowds with the same people in them don't wait for each other forever.
  const sorted = [...notifications].sort((left, right) => (left.personId < right.personId ? -1 : 1));
  for (let start = 0; start < sorted.length; start += mostAtOnce) {
    await addSome(deps, trx, sorted.slice(start, start + mostAtOnce));
  }
}

async function addSome(deps: Deps, trx: Trx, notifications: readonly NewNotification[]): Promise<void> {
  const added = await trx
    .insertInto('notification')
    .values(
      notifications.map(({ dedupeKey, personId, kind, details = {}, path }) => ({
        id: newId(),
        person_id: personId,
        dedupe_key: dedupeKey,
        kind,
        details: JSON.stringify(details),
        path: path ?? null,
        created_at: deps.clock(),
      })),
    )
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('person_id')
    .execute();
  if (added.length === 0) return;
  await trx
    .updateTable('person')
    .set((eb) => ({ unread_notifications: eb('unread_notifications', '+', 1) }))
    .where(
      'id',
      'in',
      added.map(({ person_id: personId }) => personId),
    )
    .execute();
}
