import type { OrderRow } from '../../db/order-tables.ts';
import type { Deps, Trx } from '../../deps.ts';
import { transitionOrder } from './transition.ts';

/** Expires an order that nobody paid in time. Does nothing once the order is paid. */
export async function expireOrder(deps: Deps, trx: Trx, order: Pick<OrderRow, 'id'>, actor: string): Promise<void> {
  await transitionOrder(deps, trx, { orderId: order.id, event: 'expire', actor });
}
