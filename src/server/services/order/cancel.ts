import type { Deps, Trx } from '../../deps.ts';
import { type OrderRow, transitionOrder } from './transition.ts';

/** The buyer gave the payment up. Nothing changes once the order is paid. */
export async function cancelOrder(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  await transitionOrder(deps, trx, { orderId: order.id, event: 'cancel', actor });
}
