import type { Deps } from '#server/core/deps.ts';

/** A person's newest order, whatever its state, except charges of a renewal. */
export async function findLatestOrder(deps: Deps, personId: string) {
  const row = await deps.db
    .selectFrom('orders')
    .select(['id as orderId', 'session_id as sessionId'])
    .where('person_id', '=', personId)
    .where('kind', 'not in', ['pending-bill', 'pending-data-bill'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ?? null;
}
