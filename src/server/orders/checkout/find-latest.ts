import { renewalScope } from '#server/billing/bills/renewal.ts';
import type { Deps } from '#server/core/deps.ts';

/** A person's newest order, whatever its state, except charges that a renewal made by itself. */
export async function findLatestOrder(deps: Deps, personId: string) {
  const row = await deps.db
    .selectFrom('orders')
    .select(['id as orderId', 'session_id as sessionId'])
    .where('person_id', '=', personId)
    .where('idempotency_scope', '<>', renewalScope)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ?? null;
}
