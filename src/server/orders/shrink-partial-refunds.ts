import type { Deps, Trx } from '#server/core/deps.ts';
import { planOrderRefund } from './plan-refund.ts';
import type { OrderRow } from './tables.ts';

/**
 * Reduces requested refunds of add-ons to what a refund at the provider has left for them: it was there first, and the
 * provider refuses more than was paid.
 */
export async function shrinkPartialRefunds(deps: Deps, trx: Trx, order: OrderRow): Promise<void> {
  let excessCents = -(await planOrderRefund(trx, order)).refundCents;
  if (excessCents <= 0) return;
  const accepted = trx
    .selectFrom('payment_refund')
    .select('request_id')
    .where('order_id', '=', order.id)
    .where('request_id', 'is not', null)
    .where('status', '<>', 'failed');
  const open = await trx
    .selectFrom('partial_refund')
    .select(['item', 'amount_cents'])
    .where('order_id', '=', order.id)
    .where('settled_at', 'is', null)
    .where('refund_id', 'not in', accepted.$castTo<{ request_id: string }>())
    .orderBy('item')
    .execute();
  for (const { item, amount_cents: amountCents } of open) {
    const left = Math.max(0, amountCents - Math.max(0, excessCents));
    excessCents -= amountCents - left;
    await trx
      .updateTable('partial_refund')
      .set({ amount_cents: left, ...(left === 0 && { settled_at: deps.clock() }) })
      .where('order_id', '=', order.id)
      .where('item', '=', item)
      .execute();
  }
}
