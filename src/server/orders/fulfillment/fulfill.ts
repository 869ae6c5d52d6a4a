import { enqueueAccessSync } from '#server/accounts/access/suspend.ts';
import { requestEnd } from '#server/accounts/requests/end.ts';
import { queueCoolingOffNotice } from '#server/billing/contract-cancellation/renewal-cooling-off.ts';
import { isClosing, readClosingLocked } from '#server/core/database/closing.ts';
import { lockRow } from '#server/core/database/rows.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { paidItems } from '#shared/orders/refund-plan.ts';
import { type Delivery, delivered, type OwnedOrder } from '../product.ts';
import { getProduct } from '../products/registry.ts';
import { requestOrderRefund } from '../request-refund.ts';
import { suspendDisputed } from '../suspend-accounts.ts';
import type { OrderRow } from '../tables.ts';
import { transitionOrder } from '../transition.ts';
import { queueAccountMails, queuePasswordMail, queueReceipt } from './queue-mails.ts';
import { requestPartialRefund } from './request-partial-refund.ts';

/**
 * Delivers a paid order. The platform is called outside any transaction; the order's id ensures one account and one
 * mail of each kind, even if it runs twice or crashes in between.
 */
export async function fulfillOrder(deps: Deps, orderId: string): Promise<void> {
  const order = await deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
  if (order?.status !== 'paid' || order.refund_requested_at !== null || !isOwned(order)) return;
  if (await isClosing(deps.db)) return;
  const startsIn = (order.begins_at?.getTime() ?? 0) - deps.clock().getTime();
  // The receipt doesn't wait for the platform or a deferred start, and the buyer can already sign in.
  await deps.db.transaction().execute(async (trx) => {
    await queueReceipt(deps, trx, order);
    await queueCoolingOffNotice(deps, trx, order);
    if (startsIn > 0) await queuePasswordMail(deps, trx, order);
  });
  if (startsIn > 0) {
    const options = { singletonKey: order.id, startAfterSeconds: Math.ceil(startsIn / 1000) };
    await deps.jobs.send(deps.db, 'fulfill-order', { orderId }, options);
    return;
  }
  const prepared = await prepare(deps, order);
  await deps.db.transaction().execute((trx) => finish(deps, trx, order, prepared));
}

/** How long a buyer waits for the platform before getting a separate sign-in link. */
const platformWaitMs = 5 * 60_000;

/** Calls the platform. While it doesn't answer, the buyer can at least sign in. */
async function prepare(deps: Deps, order: OwnedOrder): Promise<Delivery> {
  try {
    return (await getProduct(order.kind).prepare?.(deps, order)) ?? delivered;
  } catch (error) {
    const waitedMs = deps.clock().getTime() - (order.paid_at ?? order.created_at).getTime();
    if (waitedMs >= platformWaitMs) await deps.db.transaction().execute((trx) => queuePasswordMail(deps, trx, order));
    throw error;
  }
}

function isOwned(order: OrderRow): order is OwnedOrder {
  return order.person_id !== null;
}

async function finish(deps: Deps, trx: Trx, order: OwnedOrder, prepared: Delivery): Promise<void> {
  const current = await lockRow(trx, 'orders', order.id, ['status', 'refund_requested_at']);
  // What wasn't delivered before a closure has its line in it.
  if (current?.status === 'paid' && (await readClosingLocked(trx)) !== 'open') return;
  if (current?.status === 'paid' && current.refund_requested_at === null) {
    const isDuplicate = prepared.outcome === 'duplicate';
    const delivery = isDuplicate ? prepared : await getProduct(order.kind).deliver(deps, trx, order, prepared);
    const { outcome, accountId, duplicateAddOns = [] } = delivery;
    if (outcome === 'duplicate') {
      await requestOrderRefund(deps, trx, order, 'duplicate', 'system');
      if (accountId !== null) await requestEnd(deps, trx, accountId, 'canceled');
      return;
    }
    const changes = { fulfilled_at: deps.clock() };
    const details = { accountId };
    await transitionOrder(deps, trx, { orderId: order.id, event: 'fulfill', actor: 'system', changes, details });
    const surplus = paidItems(order.lines).filter(({ item }) => duplicateAddOns.some((addOn) => addOn === item));
    if (surplus.length > 0) await requestPartialRefund(deps, trx, order, surplus, 'duplicate');
    if (accountId !== null) {
      await queueAccountMails(deps, trx, order, accountId);
      await suspendDisputed(deps, trx, order.id, accountId);
      await enqueueAccessSync(deps, trx, accountId);
    } else {
      await queuePasswordMail(deps, trx, order);
    }
    return;
  }
  if (current?.status !== 'refunded' || prepared.accountId === null) return;
  // Refunded while the platform opened the account, so the refund found no account to end.
  const { accountId } = prepared;
  await requestEnd(deps, trx, accountId, 'canceled');
  deps.log.warn({ orderId: order.id, accountId }, 'an account was opened for an order that has been refunded');
  await writeAudit(deps, trx, 'system', 'account-of-refunded-order', ['order', order.id], { accountId });
}
