import type { Deps } from '#server/core/deps.ts';
import { isUnpaid } from '#shared/orders/machine.ts';
import { requestPayment } from './request-payment.ts';

/**
 * Closes a replaced order's payment page at the provider. Then requests the payment's status, because it may just have
 * been paid and its webhook may never arrive; `payOrder` decides which of the two orders is delivered.
 */
export async function expirePayment(deps: Deps, orderId: string): Promise<void> {
  const order = await deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
  if (!order || isUnpaid(order) || order.payment_session_id === null) return;
  if (order.payment_provider !== deps.payments.name) return;
  await deps.payments.expireCheckout(order.payment_session_id);
  await requestPayment(deps, order);
}
