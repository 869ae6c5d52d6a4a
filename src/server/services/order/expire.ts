import type { Deps, Trx } from '../../deps.ts';
import { moveOrder, type OrderRow } from './transition.ts';

/** Nobody paid in time. Nothing changes once the order is paid. */
export async function expireOrder(deps: Deps, trx: Trx, order: Pick<OrderRow, 'id'>, actor: string): Promise<void> {
  await moveOrder(deps, trx, { orderId: order.id, event: 'expire', actor });
}
