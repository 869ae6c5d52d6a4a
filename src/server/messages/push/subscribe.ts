import { deleteRows, findRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, newId, type RequestContext } from '#server/core/deps.ts';
import type { PushTarget } from '../ports/push/push.ts';

/** Browsers per person; a new one replaces the oldest. */
const maxBrowsers = 10;

/**
 * Sends alerts to a browser until its person signs out there. A browser has one subscription, which belongs to the
 * person who subscribed last.
 */
export async function subscribePush(
  deps: Deps,
  { personId, sessionId }: Actor,
  { endpoint, p256dh, auth }: PushTarget,
  { userAgent, deviceHash }: RequestContext & { readonly deviceHash: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    // A session opened before the browser had its cookie isn't linked to the browser yet.
    await updateRow(trx, 'session', sessionId, { device_hash: deviceHash });
    await trx
      .deleteFrom('push_subscription')
      .where((eb) =>
        eb.or([
          eb.and([eb('endpoint', '=', endpoint), eb('person_id', '<>', personId)]),
          // The push service gave this browser a new address.
          eb.and([eb('person_id', '=', personId), eb('device_hash', '=', deviceHash), eb('endpoint', '<>', endpoint)]),
        ]),
      )
      .execute();
    await trx
      .insertInto('push_subscription')
      .values({
        id: newId(),
        person_id: personId,
        device_hash: deviceHash,
        endpoint,
        p256dh,
        auth,
        user_agent: userAgent,
        created_at: deps.clock(),
      })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ p256dh, auth, device_hash: deviceHash }))
      .execute();
    const older = await trx
      .selectFrom('push_subscription')
      .select('id')
      .where('person_id', '=', personId)
      .orderBy('created_at', 'desc')
      .offset(maxBrowsers)
      .execute();
    for (const { id } of older) await trx.deleteFrom('push_subscription').where('id', '=', id).execute();
  });
}

export async function unsubscribePush(deps: Deps, { personId }: Actor, endpoint: string): Promise<void> {
  await deleteRows(deps.db, 'push_subscription', { endpoint, person_id: personId });
}

export async function hasPushSubscription(deps: Deps, personId: string, deviceHash: string | null): Promise<boolean> {
  if (deviceHash === null) return false;
  const row = await findRow(deps.db, 'push_subscription', { person_id: personId, device_hash: deviceHash }, ['id']);
  return row !== undefined;
}
