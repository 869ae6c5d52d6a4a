import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { resultUrl, retryPath } from '#server/orders/fulfillment/urls.ts';
import { getOrderName } from '#server/orders/name.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { transitionOrder } from '#server/orders/transition.ts';

/**
 * Records a payment that the buyer has made and the bank takes days to send, such as a bank debit. Until it arrives or
 * is refused, the order can't expire or be charged again.
 */
export async function processOrder(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  const processing = await transitionOrder(deps, trx, { orderId: order.id, event: 'process', actor });
  if (processing) await queueBankMail(deps, trx, order, 'processing');
}

/** Tells the buyer, who has left the page long since. */
export async function queueBankMail(deps: Deps, trx: Trx, order: OrderRow, state: 'processing' | 'refused') {
  await queueMail(deps, trx, order, 'bank-payment', `bank-payment:${order.id}:${state}`, {
    name: getOrderName(deps, order),
    orderNumber: order.number,
    totalCents: order.total_cents,
    state,
    link: state === 'processing' ? resultUrl(deps, order, 'success') : deps.env.origin + retryPath(order),
  });
}
