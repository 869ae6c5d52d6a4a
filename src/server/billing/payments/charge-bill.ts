import { isClosing } from '#server/core/database/closing.ts';
import type { Deps } from '#server/core/deps.ts';
import { closeUnpaidOrder } from '#server/orders/close-unpaid.ts';
import { isRenewal } from '../bills/renewal.ts';
import { applyPaymentEvent } from './apply.ts';
import { failOrder } from './fail.ts';

/**
 * Charges a renewal's order to the saved payment method. The provider charges an order only once, so an interrupted run
 * can be repeated.
 */
export async function chargeBill(deps: Deps, orderId: string): Promise<void> {
  const order = await deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
  if (order?.status !== 'awaiting-payment' || !isRenewal(order)) return;
  const bill = await deps.db.selectFrom('bill').select('status').where('id', '=', order.bill_id).executeTakeFirst();
  if (bill?.status !== 'open' || (await isClosing(deps.db))) {
    await deps.db.transaction().execute((trx) => closeUnpaidOrder(deps, trx, order, 'cancel'));
    return;
  }
  if (order.payment_method === null) {
    // Without a saved payment method the renewal counts as declined.
    await deps.db.transaction().execute((trx) => failOrder(deps, trx, order, 'system'));
    return;
  }
  const event = await deps.payments.charge({
    orderId,
    amountCents: order.total_cents,
    currency: 'USD',
    method: order.payment_method,
    description: order.name,
    email: order.email,
    locale: order.locale,
  });
  await deps.db.transaction().execute((trx) => applyPaymentEvent(deps, trx, event));
}
