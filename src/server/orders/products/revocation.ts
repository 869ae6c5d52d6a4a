import { requestEnd } from '#server/accounts/requests/end.ts';
import { endSubscription } from '#server/billing/subscriptions/end.ts';
import { queueRefundAhead } from '#server/billing/subscriptions/refund-ahead.ts';
import { above, atMost, findRow, listRows, not } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { OrderRow } from '../tables.ts';

/** Ends the subscription that a refunded order started, and refunds periods paid in advance. */
export async function endSubscriptionOf(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  const running = await listRows(trx, 'subscription', { order_id: order.id, status: not('ended') }, undefined, {
    lock: true,
  });
  for (const subscription of running) {
    await endSubscription(deps, trx, subscription, actor);
    await queueRefundAhead(deps, trx, { subscriptionId: subscription.id, reason: 'ended' });
  }
}

/** Makes the platform stop what the add-on covered; see `readAccess`. */
export async function revokeDataAddOn(deps: Deps, trx: Trx, order: OrderRow): Promise<void> {
  const account = await findOpenedAccount(trx, order);
  if (account) await deps.jobs.send(trx, 'sync-access', { accountId: account.id });
}

/** Removes the reset from the funded account that the evaluation became, unless it has been used. */
export async function revokeFundedReset(_deps: Deps, trx: Trx, order: OrderRow): Promise<void> {
  const account = await findOpenedAccount(trx, order);
  if (!account) return;
  await trx
    .updateTable('funded_account')
    .set((eb) => ({ resets_left: eb('resets_left', '-', 1) }))
    .where('resets_left', '>', 0)
    .where('order_id', 'in', (eb) =>
      eb
        .selectFrom('orders')
        .select('orders.id')
        .where('orders.account_id', '=', account.id)
        .where('orders.kind', '=', 'funded-activation'),
    )
    .execute();
}

export async function endAccountOf(deps: Deps, trx: Trx, order: OrderRow): Promise<void> {
  const account = await findOpenedAccount(trx, order);
  if (account) await requestEnd(deps, trx, account.id, 'canceled');
}

/**
 * Reverses the payment of a period. A future period is charged again on its date, or void if its subscription has
 * ended; for a running period, the subscription ends.
 */
export async function revokeBill(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  const now = deps.clock();
  const subscriptions = await trx
    .selectFrom('subscription')
    .selectAll()
    .where('id', 'in', (eb) =>
      eb.selectFrom('bill').select('bill.subscription_id').where('bill.order_id', '=', order.id),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const isRunning = await findRow(
    trx,
    'bill',
    { order_id: order.id, period_starts_at: atMost(now), period_ends_at: above(now) },
    ['id'],
  );
  await trx
    .updateTable('bill')
    .set({ status: 'open', order_id: null, paid_at: null })
    .where('order_id', '=', order.id)
    .where('period_starts_at', '>', now)
    .where('subscription_id', 'in', (eb) =>
      eb.selectFrom('subscription').select('subscription.id').where('subscription.status', '<>', 'ended'),
    )
    .execute();
  await trx
    .updateTable('bill')
    .set({ status: 'void', order_id: null, paid_at: null })
    .where('order_id', '=', order.id)
    .where('period_starts_at', '>', now)
    .execute();
  if (!isRunning) return;
  for (const subscription of subscriptions)
    if (subscription.status !== 'ended') await endSubscription(deps, trx, subscription, actor);
}

function findOpenedAccount(trx: Trx, order: OrderRow) {
  return trx.selectFrom('trading_account').select('id').where('order_id', '=', order.id).executeTakeFirst();
}
