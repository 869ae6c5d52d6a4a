import type { Deps, Trx } from '../../deps.ts';
import { noteDecline } from '../bill/decline.ts';
import { type OrderRow, transitionOrder } from './transition.ts';

/** The payment was declined; the buyer can retry while it is open. Does nothing once the order is paid. */
export async function failOrder(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  const failed = await transitionOrder(deps, trx, { orderId: order.id, event: 'decline', actor });
  if (failed) await noteDecline(deps, trx, failed);
}
