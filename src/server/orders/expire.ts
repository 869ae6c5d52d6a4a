import type { Deps, Trx } from '#server/core/deps.ts';
import type { OrderRow } from './tables.ts';
import { transitionOrder } from './transition.ts';

/** Expires an order that nobody paid in time. Does nothing once the order is paid. */
export async function expireOrder(deps: Deps, trx: Trx, order: Pick<OrderRow, 'id'>, actor: string): Promise<void> {
  await transitionOrder(deps, trx, { orderId: order.id, event: 'expire', actor });
}
