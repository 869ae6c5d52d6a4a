import { enqueueAccessSyncs, suspendAccount } from '#server/accounts/access/suspend.ts';
import { queueFollowerCheck } from '#server/accounts/feed/queue-copies.ts';
import { updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { checkoutPath } from '#server/orders/fulfillment/urls.ts';
import type { SubscriptionRow } from '#server/orders/product.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { transitionOrder } from '#server/orders/transition.ts';
import { listRetries } from '#shared/orders/renewal.ts';
import { isRenewal } from '../bills/renewal.ts';
import { lockBill } from '../bills/settle.ts';
import { endSubscription } from '../subscriptions/end.ts';
import { queueBankMail } from './process.ts';

/** Records a declined payment; the buyer can retry while the order is open. Does nothing once the order is paid. */
export async function failOrder(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  const failed = await transitionOrder(deps, trx, { orderId: order.id, event: 'decline', actor });
  if (!failed) return;
  // A renewal has a mail of its own.
  if (order.status === 'processing' && !isRenewal(order)) await queueBankMail(deps, trx, failed, 'refused');
  await handleDeclinedRenewal(deps, trx, failed);
}

/**
 * Handles a declined renewal. It is retried on the dates in the mail; after the last one the subscription ends. A
 * failed manual payment doesn't change the dates.
 */
async function handleDeclinedRenewal(deps: Deps, trx: Trx, order: OrderRow): Promise<void> {
  if (order.bill_id === null || !isRenewal(order)) return;
  const { subscription, bill } = await lockBill(trx, order.bill_id);
  if (bill.status !== 'open') return;
  const now = deps.clock();
  const retries = listRetries((bill.first_attempt_at ?? now).getTime(), now.getTime());
  const nextDate = retries[0] === undefined ? null : new Date(retries[0]);
  await updateRow(trx, 'bill', bill.id, {
    next_attempt_at: nextDate,
    ...(nextDate === null && { status: 'void' as const }),
  });
  if (nextDate === null) await endSubscription(deps, trx, subscription, 'system');
  else await markPastDue(deps, trx, subscription);
  await queueMail(deps, trx, order, 'renewal-failed', `renewal-failed:${order.id}`, {
    name: subscription.name,
    kind: subscription.kind,
    amountCents: order.total_cents,
    retries,
    link: deps.env.origin + checkoutPath(order),
  });
}

/** Until the bill is paid, suspends the account, the data or the copier: whichever the subscription is for. */
export async function markPastDue(deps: Deps, trx: Trx, subscription: SubscriptionRow): Promise<void> {
  const { id, account_id: accountId, kind } = subscription;
  await updateRow(trx, 'subscription', id, { status: 'past-due' });
  if (accountId !== null)
    await suspendAccount(deps, trx, { accountId, source: `subscription:${id}`, reason: 'past-due' });
  if (kind === 'thor') await queueFollowerCheck(deps, trx, subscription.person_id);
  if (kind === 'market-data') await enqueueAccessSyncs(deps, trx, subscription);
}
