import type { Deps, Trx } from '#server/core/deps.ts';
import { isPaid, isUnpaid } from '#shared/orders/machine.ts';
import type { OrderRow } from './tables.ts';
import { transitionOrder } from './transition.ts';

/**
 * Locks every order of a purchase, always in the same sequence, so that payments of a replaced order and of its
 * replacement wait for each other.
 */
export async function lockPurchase(trx: Trx, orderId: string): Promise<readonly OrderRow[]> {
  return trx
    .selectFrom('orders')
    .selectAll()
    .where('purchase_id', '=', (eb) => eb.selectFrom('orders').select('purchase_id').where('id', '=', orderId))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The other orders of a purchase, oldest first. */
export async function listOtherOrders(trx: Trx, order: OrderRow): Promise<readonly OrderRow[]> {
  const orders = await lockPurchase(trx, order.id);
  return orders.filter(({ id }) => id !== order.id).sort((left, right) => left.revision - right.revision);
}

/**
 * Cancels an order that the buyer corrected, or whose purchase was paid by another order; it can't be paid anymore.
 */
export async function cancelReplaced(deps: Deps, trx: Trx, order: OrderRow, replacementId: string, actor: string) {
  const details = { replacedBy: replacementId };
  const closed = await transitionOrder(deps, trx, { orderId: order.id, event: 'cancel', actor, details });
  if (closed) await deps.jobs.send(trx, 'expire-payment', { orderId: order.id }, { singletonKey: order.id });
}

/** The state of an order's purchase, with its buyer as last corrected. */
export async function readPurchase(trx: Trx, order: OrderRow) {
  const others = await listOtherOrders(trx, order);
  const newest = others.at(-1);
  const isNewest = newest === undefined || newest.revision < order.revision;
  const { email, first_name, last_name, latin_name } = isNewest ? order : newest;
  return {
    // Another order of the purchase is already paid, so this one is refunded.
    isSettled: others.some((other) => isPaid(other) && other.refund_requested_at === null),
    buyer: { email, first_name, last_name, latin_name },
    unpaid: others.filter(isUnpaid),
  };
}
