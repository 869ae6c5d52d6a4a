import { retention } from '../../../domain/session/retention.ts';
import type { Deps } from '../../deps.ts';

const dayMs = 86_400_000;

/**
 * Deletes orders that ended long ago and requests that placed none. Statistics, replays, certificates and statements
 * read the fills, which stay. What a working order belongs to or repeats stays with it.
 */
export async function deleteOldOrders({ db, clock }: Deps): Promise<void> {
  const old = new Date(clock().getTime() - retention.orderDays * dayMs);
  await db
    .deleteFrom('trading_order')
    .where('done_at', '<', old)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('trading_order as working')
            .select('working.id')
            .whereRef('working.account_id', '=', 'trading_order.account_id')
            .whereRef('working.parent_id', '=', 'trading_order.id')
            .where('working.status', '=', 'working'),
        ),
      ),
    )
    .execute();
  await db.deleteFrom('trading_request').where('order_id', 'is', null).where('requested_at', '<', old).execute();
}
