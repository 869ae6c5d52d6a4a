import type { Actor, Db, Deps, Trx } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { sha256 } from '../../ids.ts';

/** The channel that ends a session's streams with it. */
export function sessionChannel(sessionId: string): string {
  return `session:${sessionId}`;
}

type Ended = { readonly id: string; readonly person_id: string; readonly device_hash: string | null };

/** A browser in which somebody has signed out shows no more alerts of theirs. */
async function endPushesIn(executor: Db | Trx, { person_id, device_hash }: Ended): Promise<void> {
  if (device_hash === null) return;
  await executor
    .deleteFrom('push_subscription')
    .where('person_id', '=', person_id)
    .where('device_hash', '=', device_hash)
    .execute();
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
    const own = await trx
      .updateTable('session')
      .set((eb) => ({ ended_at: eb.fn.coalesce('ended_at', eb.val(deps.clock())) }))
      .where('id', '=', id)
      .where('person_id', '=', personId)
      .returning(['id', 'person_id', 'device_hash'])
      .executeTakeFirst();
    if (!own) throw notFound();
    await endPushesIn(trx, own);
    await deps.bus.publish(trx, sessionChannel(id), 'ended');
  });
}

/** Alerts go on in the kept session's browser only. */
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

/** Ends a person's sessions, all or all but the one they act in, and the alerts in their browsers. */
export async function endSessionsOf(
  deps: Deps,
  executor: Db | Trx,
  personId: string,
  keptSessionId?: string,
): Promise<void> {
  const ended = await executor
    .updateTable('session')
    .set({ ended_at: deps.clock() })
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .$if(keptSessionId !== undefined, (query) => query.where('id', '!=', keptSessionId ?? ''))
    .returning('id')
    .execute();
  await endPushesOf(executor, personId, keptSessionId);
  for (const { id } of ended) await deps.bus.publish(executor, sessionChannel(id), 'ended');
}
