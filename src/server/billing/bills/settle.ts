import { getLockedRow, getRow, insertOnce, updateRow } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx } from '#server/core/deps.ts';
import type { BillRow, SubscriptionRow } from '#server/orders/product.ts';
import { periodEnd } from '#shared/orders/renewal.ts';
import { cancelOnStatedDay } from '../subscription-cancellation/confirm.ts';
import { lockSubscription, startPaidPeriod } from '../subscriptions/advance-period.ts';

/** Returns the bill of a subscription's next period, locked. The first call creates it. */
export async function openNextBill(deps: Deps, trx: Trx, subscription: SubscriptionRow): Promise<BillRow> {
  const starts = subscription.period_ends_at;
  const ends = periodEnd(subscription.anchor_at.getTime(), starts.getTime(), subscription.billing_interval);
  await insertOnce(trx, 'bill', {
    id: newId(),
    subscription_id: subscription.id,
    person_id: subscription.person_id,
    amount_cents: subscription.amount_cents,
    period_starts_at: starts,
    period_ends_at: new Date(ends),
    status: 'open',
    attempts: 0,
    created_at: deps.clock(),
  });
  return getLockedRow(trx, 'bill', { subscription_id: subscription.id, period_starts_at: starts });
}

/**
 * Marks a bill as paid and, if its period has started, moves the subscription to it.
 * @returns false if another order has paid the bill or it was canceled; the caller refunds the payment
 */
export async function settleBill(
  deps: Deps,
  trx: Trx,
  subscription: SubscriptionRow,
  bill: BillRow,
  { orderId, method }: { readonly orderId: string | null; readonly method: string | null },
): Promise<boolean> {
  if (bill.status !== 'open') return bill.status === 'paid' && bill.order_id === orderId;
  const paid = { status: 'paid', order_id: orderId, paid_at: deps.clock(), next_attempt_at: null } as const;
  await updateRow(trx, 'bill', bill.id, paid);
  if (method !== null) {
    await updateRow(trx, 'subscription', subscription.id, { payment_method: method });
    await deps.jobs.send(trx, 'record-card-ending', { subscriptionId: subscription.id });
  }
  if (bill.period_starts_at <= deps.clock()) await startPaidPeriod(deps, trx, subscription, bill);
  await cancelOnStatedDay(deps, trx, subscription);
  return true;
}

/** Returns a bill and its subscription, both locked, always the subscription first. */
export async function lockBill(trx: Trx, billId: string): Promise<{ subscription: SubscriptionRow; bill: BillRow }> {
  const { subscription_id: id } = await getRow(trx, 'bill', billId, ['subscription_id']);
  const subscription = await lockSubscription(trx, id);
  const bill = await trx.selectFrom('bill').selectAll().where('id', '=', billId).forUpdate().executeTakeFirstOrThrow();
  return { subscription, bill };
}
