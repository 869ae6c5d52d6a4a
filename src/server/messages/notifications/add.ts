import { sql } from 'kysely';
import { updateRow } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx } from '#server/core/deps.ts';
import type { NotificationKind } from '#server/core/translations.ts';

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

/** PostgreSQL allows 65,535 parameters per statement. */
const batchSize = 1_000;

export async function addNotification(deps: Deps, trx: Trx, notification: NewNotification): Promise<void> {
  await addNotifications(deps, trx, [notification]);
}

/** Adds unread notifications in the caller's transaction, two statements per thousand. */
export async function addNotifications(deps: Deps, trx: Trx, notifications: readonly NewNotification[]): Promise<void> {
  // Sorted, so that two calls with people in common lock their rows in the same order and can't deadlock.
  const sorted = [...notifications].sort((left, right) => (left.personId < right.personId ? -1 : 1));
  for (let start = 0; start < sorted.length; start += batchSize) {
    await addBatch(deps, trx, sorted.slice(start, start + batchSize));
  }
}

async function addBatch(deps: Deps, trx: Trx, notifications: readonly NewNotification[]): Promise<void> {
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
  const counts: Record<string, number> = {};
  for (const { person_id: personId } of added) counts[personId] = (counts[personId] ?? 0) + 1;
  // One statement for all people: several would lock their rows in different orders.
  await updateRow(trx, 'person', { id: Object.keys(counts) }, (eb) => ({
    unread_notifications: eb('unread_notifications', '+', sql<number>`(${JSON.stringify(counts)}::jsonb ->> id)::int`),
  }));
}
