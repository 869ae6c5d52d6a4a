import type { Deps, Trx } from '#server/core/deps.ts';
import type { OrderRow } from './tables.ts';
import { transitionOrder } from './transition.ts';

/** Cancels an order whose buyer abandoned the payment. Does nothing once the order is paid. */
export async function cancelOrder(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  await transitionOrder(deps, trx, { orderId: order.id, event: 'cancel', actor });
}
