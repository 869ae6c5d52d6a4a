import { insertRow } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx } from '#server/core/deps.ts';
import type { PaidItem } from '#shared/orders/refund-plan.ts';
import type { AddOn, RefundReason } from '#shared/orders/types.ts';
import { getProduct } from '../products/registry.ts';
import type { OrderRow } from '../tables.ts';

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
    await insertRow(trx, 'partial_refund', {
      ...{ order_id: order.id, item: addOn, refund_id: refundId, amount_cents: amountCents, reason },
      requested_at: deps.clock(),
    });
    await getProduct(order.kind).revokeAddOn?.(deps, trx, order, addOn);
  }
  await deps.jobs.send(trx, 'refund-add-ons', { refundId }, { singletonKey: refundId });
}
