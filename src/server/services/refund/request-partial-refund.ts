import type { PaidItem } from '../../../domain/order/refund-plan.ts';
import type { AddOn, RefundReason } from '../../../domain/order/types.ts';
import type { OrderRow } from '../../db/order-tables.ts';
import type { Deps, Trx } from '../../deps.ts';
import { newId } from '../../ids.ts';
import { lockPurchase } from '../order/purchase.ts';
import { getProduct } from '../products/registry.ts';
import { settlePartialRefund } from './settle-partial-refund.ts';

/** Revokes add-ons of a locked, paid order at once; a job retries until the provider has returned their money. */
export async function requestPartialRefund(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  items: readonly PaidItem[],
  reason: RefundReason,
): Promise<void> {
  const refundId = newId();
  for (const { item, amountCents } of items) {
    const addOn = item as AddOn;
    await trx
      .insertInto('partial_refund')
      .values({
        ...{ order_id: order.id, item: addOn, refund_id: refundId, amount_cents: amountCents, reason },
        requested_at: deps.clock(),
      })
      .execute();
    await getProduct(order.kind).revokeAddOn?.(deps, trx, order, addOn);
  }
  await deps.jobs.send(trx, 'refund-add-ons', { refundId }, { singletonKey: refundId });
}

/**
 * Requests the refund from the provider. Its webhook settles it, or this call does if the provider has already returned
 * it.
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
  const amountCents = rows.reduce((sum, row) => sum + row.amount_cents, 0);
  const { isSettled } = await deps.payments.refundPart({ refundId, orderId, paymentSessionId, amountCents });
  if (!isSettled) return;
  await deps.db.transaction().execute(async (trx) => {
    const order = (await lockPurchase(trx, orderId)).find(({ id }) => id === orderId);
    if (order) await settlePartialRefund(deps, trx, order, `provider:${deps.payments.name}`, refundId);
  });
}
