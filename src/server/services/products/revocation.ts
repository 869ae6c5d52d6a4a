import type { OrderRow } from '../../db/order-tables.ts';
import type { Deps, Trx } from '../../deps.ts';
import { endSubscription } from '../subscription/end.ts';
import { refundPaidAhead } from '../subscription/refund-ahead.ts';

/** Ends the subscription a refunded order started, and refunds its periods paid ahead. */
export async function endSubscriptionOf(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  const running = await trx
    .selectFrom('subscription')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('status', '<>', 'ended')
    .forUpdate()
    .execute();
  for (const subscription of running) {
    await endSubscription(deps, trx, subscription, actor);
    await refundPaidAhead(deps, trx, subscription.id, 'ended');
  }
}

/** The platform stops what the add-on covered; see `readAccess`. */
export async function revokeDataAddOn(deps: Deps, trx: Trx, order: OrderRow): Promise<void> {
  const account = await findOpened(trx, order);
  if (account) await deps.jobs.send(trx, 'sync-access', { accountId: account.id });
}

/** Takes the reset back from the funded account that the evaluation became, unless it was used. */
export async function revokeFundedReset(_deps: Deps, trx: Trx, order: OrderRow): Promise<void> {
  const account = await findOpened(trx, order);
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

/** Ends the account a refunded order opened. */
export async function endAccountOf(deps: Deps, trx: Trx, order: OrderRow): Promise<void> {
  const account = await findOpened(trx, order);
  if (!account) return;
  const end = { accountId: account.id, why: 'cancelled' } as const;
  await deps.jobs.send(trx, 'end-account', end, { singletonKey: account.id });
}

/**
 * Reverses the payment of a period. A future period is charged again on its date, or void if its subscription has
 * ended; a running period ends with its subscription.
 */
export async function revokeBill(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  const now = deps.clock();
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
  const running = await trx
    .selectFrom('subscription')
    .selectAll()
    .where('status', '<>', 'ended')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('bill')
        .select('bill.subscription_id')
        .where('bill.order_id', '=', order.id)
        .where('bill.period_ends_at', '>', now),
    )
    .forUpdate()
    .execute();
  for (const subscription of running) await endSubscription(deps, trx, subscription, actor);
}

function findOpened(trx: Trx, order: OrderRow) {
  return trx.selectFrom('trading_account').select('id').where('order_id', '=', order.id).executeTakeFirst();
}
