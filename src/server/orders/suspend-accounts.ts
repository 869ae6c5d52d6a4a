import { suspendAccount } from '#server/accounts/access/suspend.ts';
import { listRows, not } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import type { OrderRow } from './tables.ts';

/**
 * The accounts of an order: those it opened, acts on, or paid a period of, and the funded accounts that followed them.
 * Ended ones count, because a passed evaluation can still lead to a funded account.
 */
export async function findOrderAccounts(
  executor: Db | Trx,
  order: Pick<OrderRow, 'id' | 'account_id'>,
): Promise<string[]> {
  const opened = await executor.selectFrom('trading_account').select('id').where('order_id', '=', order.id).execute();
  const paid = await executor
    .selectFrom('bill')
    .innerJoin('subscription', 'subscription.id', 'bill.subscription_id')
    .select('subscription.account_id as id')
    .where('bill.order_id', '=', order.id)
    .execute();
  const ids = [...[...opened, ...paid].map(({ id }) => id), order.account_id].filter((id) => id !== null);
  if (ids.length === 0) return [];
  const funded = await executor.selectFrom('trading_account').select('id').where('parent_id', 'in', ids).execute();
  return [...new Set([...ids, ...funded.map(({ id }) => id)])];
}

/** Suspends a newly opened account if its payment is disputed. */
export async function suspendDisputed(deps: Deps, trx: Trx, orderId: string, accountId: string): Promise<void> {
  const open = await listRows(trx, 'payment_dispute', { order_id: orderId, status: not('won') }, ['id']);
  for (const { id } of open) await suspendAccount(deps, trx, { accountId, source: `dispute:${id}`, reason: 'dispute' });
}
