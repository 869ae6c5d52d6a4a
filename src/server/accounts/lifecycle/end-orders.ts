import { updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { OrderEndReason } from '#shared/trading/index.ts';

/**
 * Cancels an account's working orders when something other than trading ends them. The caller has locked the account.
 */
export async function endTradingOrders(deps: Deps, trx: Trx, accountId: string, reason: OrderEndReason): Promise<void> {
  const ended = await trx
    .updateTable('trading_order')
    .set({ status: 'canceled', reason, done_at: deps.clock() })
    .where('account_id', '=', accountId)
    .where('status', '=', 'working')
    .returning('id')
    .execute();
  if (ended.length === 0) return;
  await updateRow(trx, 'trading_account', accountId, (eb) => ({ orders_revision: eb('orders_revision', '+', 1) }));
}
