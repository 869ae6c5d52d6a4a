import type { Deps } from '#server/core/deps.ts';
import { closeUnpaidOrder } from '#server/orders/close-unpaid.ts';
import { listReservedCodes } from '#server/orders/coupon.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { unpaidStatuses } from '#shared/orders/machine.ts';
import { requestPayment } from './request-payment.ts';

/** How long an unpaid order holds a limited code. */
const reservationMs = 15 * 60_000;
const maxReleases = 100;

/**
 * Releases codes that unpaid orders have held long enough. Their payment pages close first, so that nobody pays a
 * discounted price after someone else got the code; a buyer who pays at that very moment keeps it.
 */
export async function releaseReservations(deps: Deps): Promise<void> {
  const codes = await listReservedCodes(deps);
  if (codes.length === 0) return;
  const stale = await deps.db
    .selectFrom('orders')
    .innerJoin('coupon_use', 'coupon_use.order_id', 'orders.id')
    .selectAll('orders')
    .where('coupon_use.code', 'in', codes)
    .where('orders.status', 'in', unpaidStatuses)
    .where('orders.created_at', '<=', new Date(deps.clock().getTime() - reservationMs))
    .orderBy('orders.created_at')
    .limit(maxReleases)
    .execute();
  for (const order of stale) {
    try {
      await closeUnpaid(deps, order);
    } catch (error) {
      // While the provider doesn't respond, the page may still be paid, so the code stays held.
      deps.log.warn({ err: error, orderId: order.id }, 'a payment page with a reserved coupon cannot be closed');
      return;
    }
  }
}

/** The provider decides whether the page was paid or closed first. */
async function closeUnpaid(deps: Deps, order: OrderRow): Promise<void> {
  if (order.payment_session_id === null) {
    await deps.db.transaction().execute((trx) => closeUnpaidOrder(deps, trx, order, 'expire'));
    return;
  }
  if (order.payment_provider !== deps.payments.name) return;
  await deps.payments.expireCheckout(order.payment_session_id);
  await requestPayment(deps, order);
}
