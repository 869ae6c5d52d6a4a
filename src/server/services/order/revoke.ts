import type { Deps, Trx } from '../../deps.ts';
import { endSubscription } from '../subscription/end.ts';
import type { OrderRow } from './transition.ts';

/**
 * What a refunded order had given ends with it: the subscription it began, or whose running period it paid, and the
 * account it opened. A period that has not begun is open again, to be charged on its day.
 */
export async function revokeOrder(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  const now = deps.clock();
  await trx
    .updateTable('bill')
    .set({ status: 'open', order_id: null, paid_at: null })
    .where('order_id', '=', order.id)
    .where('period_starts_at', '>', now)
    .execute();
  const ending = await trx
    .selectFrom('subscription')
    .selectAll()
    .where('status', '<>', 'ended')
    .where((eb) =>
      eb.or([
        eb('order_id', '=', order.id),
        eb(
          'id',
          'in',
          eb
            .selectFrom('bill')
            .select('bill.subscription_id')
            .where('bill.order_id', '=', order.id)
            .where('bill.period_ends_at', '>', now),
        ),
      ]),
    )
    .forUpdate()
    .execute();
  for (const subscription of ending) await endSubscription(deps, trx, subscription, actor);
  const account = await trx
    .selectFrom('trading_account')
    .select('id')
    .where('order_id', '=', order.id)
    .executeTakeFirst();
  if (!account) return;
  const end = { accountId: account.id, why: 'cancelled' } as const;
  await deps.jobs.send(trx, 'end-account', end, { singletonKey: account.id });
}
