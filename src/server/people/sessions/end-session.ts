import { deleteRows, isNull, updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Db, type Deps, notFound, type Trx } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';
import { sessionChannel } from '#server/core/session-channel.ts';
import { deleteEndpoints } from '#server/messages/webhooks/edit.ts';

type EndedSession = { readonly id: string; readonly person_id: string; readonly device_hash: string | null };

/** Stops a person's alerts in a browser where they have signed out. */
async function endPushesIn(executor: Db | Trx, { person_id, device_hash }: EndedSession): Promise<void> {
  if (device_hash === null) return;
  await deleteRows(executor, 'push_subscription', { person_id, device_hash });
}

/** Ends a token's session. Idempotent. */
export async function endSession(deps: Deps, token: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('session')
      .set({ ended_at: deps.clock() })
      .where('token_hash', '=', sha256(token))
      .where('ended_at', 'is', null)
      .returning(['id', 'person_id', 'device_hash'])
      .executeTakeFirst();
    if (!ended) return;
    await endPushesIn(trx, ended);
    await deps.bus.publish(trx, sessionChannel(ended.id), 'ended');
  });
}

/** Ends one of the person's own sessions. Idempotent. @throws {ServiceError} 404 for another person's */
export async function endOwnSession(deps: Deps, { personId }: Actor, id: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('session')
      .set((eb) => ({ ended_at: eb.fn.coalesce('ended_at', eb.val(deps.clock())) }))
      .where('id', '=', id)
      .where('person_id', '=', personId)
      .returning(['id', 'person_id', 'device_hash'])
      .executeTakeFirstOrThrow(notFound);
    await endPushesIn(trx, ended);
    await deps.bus.publish(trx, sessionChannel(id), 'ended');
  });
}

/** Stops a person's alerts everywhere except in the kept session's browser. */
async function endPushesOf(executor: Db | Trx, personId: string, keptSessionId: string | undefined): Promise<void> {
  await executor
    .deleteFrom('push_subscription')
    .where('person_id', '=', personId)
    .$if(keptSessionId !== undefined, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('session')
              .select('session.id')
              .where('session.id', '=', keptSessionId ?? '')
              .whereRef('session.device_hash', '=', 'push_subscription.device_hash'),
          ),
        ),
      ),
    )
    .execute();
}

/**
 * Ends a person's sessions and the alerts in their browsers, all of them or all but the current session's, and all
 * access to their payouts by an emailed code. A trader's webhook goes too, because an intruder may have set it.
 */
export async function endSessionsOf(deps: Deps, executor: Db | Trx, personId: string, keptSessionId?: string) {
  const ended = await executor
    .updateTable('session')
    .set({ ended_at: deps.clock() })
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .$if(keptSessionId !== undefined, (query) => query.where('id', '!=', keptSessionId ?? ''))
    .returning('id')
    .execute();
  await endPushesOf(executor, personId, keptSessionId);
  await updateRow(executor, 'payout_access', { person_id: personId, ended_at: isNull }, { ended_at: deps.clock() });
  await deleteEndpoints(executor, personId, 'trader');
  for (const { id } of ended) await deps.bus.publish(executor, sessionChannel(id), 'ended');
}
