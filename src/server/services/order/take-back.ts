import type { Deps, Trx } from '../../deps.ts';
import type { OrderRow } from './move.ts';

/** What a refunded order had given ends with it: the subscription it began and the account it opened. */
export async function takeBack(deps: Deps, trx: Trx, order: OrderRow): Promise<void> {
  await trx
    .updateTable('subscription')
    .set({ status: 'ended', ended_at: deps.clock() })
    .where('order_id', '=', order.id)
    .where('status', '<>', 'ended')
    .execute();
  const account = await trx
    .selectFrom('trading_account')
    .select('id')
    .where('order_id', '=', order.id)
    .executeTakeFirst();
  if (!account) return;
  const end = { accountId: account.id, why: 'cancelled' } as const;
  await deps.jobs.send(trx, 'end-account', end, { singletonKey: account.id });
}
