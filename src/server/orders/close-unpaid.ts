import type { Deps, Trx } from '#server/core/deps.ts';
import type { OrderRow } from './tables.ts';
import { transitionOrder } from './transition.ts';

/**
 * Closes an order that isn't paid: `cancel` if its buyer abandoned the payment, `expire` if the time ran out. Does
 * nothing once the order is paid.
 */
export async function closeUnpaidOrder(
  deps: Deps,
  trx: Trx,
  { id: orderId }: Pick<OrderRow, 'id'>,
  event: 'cancel' | 'expire',
  actor = 'system',
): Promise<void> {
  await transitionOrder(deps, trx, { orderId, event, actor });
}
