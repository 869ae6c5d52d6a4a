import type { Deps, Trx } from '#server/core/deps.ts';
import { type RefundReason, requestOrderRefund } from '#server/orders/request-refund.ts';

export type PaidAhead = {
  readonly subscriptionId: string;
  readonly reason: Extract<RefundReason, 'passed' | 'ended'>;
};

/**
 * Has a locked subscription's periods refunded that are paid but won't begin. A job does it: an order is locked before
 * its subscription, never after.
 */
export async function queueRefundAhead(deps: Deps, trx: Trx, paidAhead: PaidAhead): Promise<void> {
  await deps.jobs.send(trx, 'refund-ahead', paidAhead, { singletonKey: paidAhead.subscriptionId });
}

/** Refunds them, unless the subscription has resumed since. Once per order, so it may run twice. */
export async function refundPaidAhead(deps: Deps, { subscriptionId, reason }: PaidAhead): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const paidAhead = await trx
      .selectFrom('bill')
      .innerJoin('orders', 'orders.id', 'bill.order_id')
      .innerJoin('subscription', 'subscription.id', 'bill.subscription_id')
      .select(['orders.id', 'orders.total_cents'])
      .where('subscription.id', '=', subscriptionId)
      .where('subscription.status', '=', 'ended')
      .where('bill.status', '=', 'paid')
      .where('bill.period_starts_at', '>', deps.clock())
      .orderBy('orders.id')
      .execute();
    for (const order of paidAhead) await requestOrderRefund(deps, trx, order, reason, 'system');
  });
}
