import type { Actor, Deps, RequestContext } from '../../deps.ts';
import { newId } from '../../ids.ts';
import type { PushTarget } from '../../ports/push/push.ts';

/** One person's browsers; the oldest gives way to a newer one. */
const mostBrowsers = 10;

/** Sends alerts to a browser. A browser that another person used before belongs to the newest one. */
export async function subscribePush(
  deps: Deps,
  { personId }: Actor,
  { endpoint, p256dh, auth }: PushTarget,
  { userAgent }: RequestContext,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('push_subscription')
      .where('endpoint', '=', endpoint)
      .where('person_id', '<>', personId)
      .execute();
    await trx
      .insertInto('push_subscription')
      .values({
        id: newId(),
        person_id: personId,
        endpoint,
        p256dh,
        auth,
        user_agent: userAgent,
        created_at: deps.clock(),
      })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ p256dh, auth }))
      .execute();
    const older = await trx
      .selectFrom('push_subscription')
      .select('id')
      .where('person_id', '=', personId)
      .orderBy('created_at', 'desc')
      .offset(mostBrowsers)
      .execute();
    for (const { id } of older) await trx.deleteFrom('push_subscription').where('id', '=', id).execute();
  });
}

export async function unsubscribePush(deps: Deps, { personId }: Actor, endpoint: string): Promise<void> {
  await deps.db
    .deleteFrom('push_subscription')
    .where('endpoint', '=', endpoint)
    .where('person_id', '=', personId)
    .execute();
}
