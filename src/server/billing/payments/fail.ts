import type { Deps, Trx } from '#server/core/deps.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { transitionOrder } from '#server/orders/transition.ts';
import { isRenewal } from '../bills/renewal.ts';
import { handleDeclinedRenewal } from './decline-bill.ts';
import { queueBankMail } from './process.ts';

/** Records a declined payment; the buyer can retry while the order is open. Does nothing once the order is paid. */
export async function failOrder(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  const failed = await transitionOrder(deps, trx, { orderId: order.id, event: 'decline', actor });
  if (!failed) return;
  // A renewal has a mail of its own.
  if (order.status === 'processing' && !isRenewal(order)) await queueBankMail(deps, trx, failed, 'refused');
  await handleDeclinedRenewal(deps, trx, failed);
}
