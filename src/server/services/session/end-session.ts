import type { Db, Deps, Trx } from '../../deps.ts';
import { sha256 } from '../../ids.ts';

/** The channel that ends a session's streams with it. */
export function sessionChannel(sessionId: string): string {
  return `session:${sessionId}`;
}

/** Ends a token's session. Idempotent. */
export async function endSession(deps: Deps, token: string): Promise<void> {
  const ended = await deps.db
    .updateTable('session')
    .set({ ended_at: deps.clock() })
    .where('token_hash', '=', sha256(token))
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (ended) await deps.bus.publish(deps.db, sessionChannel(ended.id), 'ended');
}

/** Ends sessions opened before the address was verified or the password set, which may be someone else's. */
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
  for (const { id } of ended) await deps.bus.publish(executor, sessionChannel(id), 'ended');
}
