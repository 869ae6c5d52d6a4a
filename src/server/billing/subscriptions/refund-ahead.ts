import type { Deps, Trx } from '#server/core/deps.ts';
import { type RefundReason, requestOrderRefund } from '#server/orders/request-refund.ts';

/** Refunds a subscription's periods that are paid but won't begin. */
export async function refundPaidAhead(
  deps: Deps,
  trx: Trx,
  subscriptionId: string,
  reason: Extract<RefundReason, 'passed' | 'ended'>,
): Promise<void> {
  const paidAhead = await trx
    .selectFrom('bill')
    .innerJoin('orders', 'orders.id', 'bill.order_id')
    .select(['orders.id', 'orders.total_cents'])
    .where('bill.subscription_id', '=', subscriptionId)
    .where('bill.status', '=', 'paid')
    .where('bill.period_starts_at', '>', deps.clock())
    .execute();
  for (const order of paidAhead) await requestOrderRefund(deps, trx, order, reason, 'system');
}
