import { dayMs } from '#lib/durations.ts';
import type { Deps } from '#server/core/deps.ts';
import { retention } from '#shared/core/retention.ts';

/** Keeps each statement short; after a long downtime there is much to delete. */
const batchSize = 5_000;

/**
 * Deletes orders that ended long ago, and requests that placed none. Statistics, replays, certificates and statements
 * read the fills, which stay. A working order's parent stays too.
 */
export async function deleteOldOrders(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const old = new Date(clock().getTime() - retention.orderDays * dayMs);
  for (let deleted = batchSize; deleted === batchSize; ) deleted = await deleteOrders(deps, old);
  await db.deleteFrom('trading_request').where('order_id', 'is', null).where('requested_at', '<', old).execute();
}

async function deleteOrders({ db }: Deps, old: Date): Promise<number> {
  const ended = db
    .selectFrom('trading_order as ended')
    .select('ended.id')
    .where('ended.done_at', '<', old)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('trading_order as working')
            .select('working.id')
            .whereRef('working.account_id', '=', 'ended.account_id')
            .whereRef('working.parent_id', '=', 'ended.id')
            .where('working.status', '=', 'working'),
        ),
      ),
    )
    .limit(batchSize);
  const { numDeletedRows } = await db.deleteFrom('trading_order').where('id', 'in', ended).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
