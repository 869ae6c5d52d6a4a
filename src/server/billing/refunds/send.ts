import type { Deps, Trx } from '#server/core/deps.ts';
import { recordRefund } from '#server/orders/fulfillment/record-refund.ts';
import { lockPurchase } from '#server/orders/lock-purchase.ts';
import { isDisputed, planOrderRefund } from '#server/orders/plan-refund.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { restRequest } from '#shared/orders/provider-refund.ts';
import { settlePartialRefund } from './settle-partial-refund.ts';

/**
 * Requests the refund of everything left from the provider, whose webhook then updates the order. Money that the buyer's
 * bank has taken back, or that was refunded at the provider, isn't paid again. While a bank decides, nothing is sent.
 */
export async function sendOrderRefund(deps: Deps, orderId: string): Promise<void> {
  const order = await deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
  if (!order?.refund_requested_at || order.status === 'refunded' || order.payment_session_id === null) return;
  if (await isDisputed(deps.db, orderId)) return;
  const { refundCents: amountCents } = await planOrderRefund(deps.db, order);
  // A refund pending at the provider returns the last of it.
  if (amountCents <= 0) return;
  const { payment_session_id: paymentSessionId } = order;
  const request = { orderId, paymentSessionId, amountCents, requestId: restRequest };
  const { settledCents } = await deps.payments.refund(request);
  if (settledCents === null) return;
  await settle(deps, orderId, (trx, locked, actor) =>
    recordRefund(deps, trx, locked, actor, { returnedCents: settledCents }),
  );
}

/**
 * Requests the refund of add-ons from the provider. Its webhook settles it, or this call does if the provider has
 * already returned it. While a bank decides about the order, nothing is sent.
 */
export async function sendPartialRefund(deps: Deps, refundId: string): Promise<void> {
  const rows = await deps.db
    .selectFrom('partial_refund')
    .innerJoin('orders', 'orders.id', 'partial_refund.order_id')
    .select(['orders.id as orderId', 'payment_session_id as paymentSessionId', 'amount_cents'])
    .where('refund_id', '=', refundId)
    .where('settled_at', 'is', null)
    .execute();
  const [first] = rows;
  if (!first || first.paymentSessionId === null) return;
  const { orderId, paymentSessionId } = first;
  if (await isDisputed(deps.db, orderId)) return;
  const amountCents = rows.reduce((sum, row) => sum + row.amount_cents, 0);
  const { settledCents } = await deps.payments.refund({ orderId, paymentSessionId, amountCents, requestId: refundId });
  if (settledCents === null) return;
  const returned = { refundId, returnedCents: settledCents };
  await settle(deps, orderId, (trx, locked, actor) => settlePartialRefund(deps, trx, locked, actor, returned));
}

async function settle(
  deps: Deps,
  orderId: string,
  record: (trx: Trx, order: OrderRow, actor: string) => Promise<void>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const order = (await lockPurchase(trx, orderId)).find(({ id }) => id === orderId);
    if (order) await record(trx, order, `provider:${deps.payments.name}`);
  });
}
