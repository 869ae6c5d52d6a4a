import type * as z from 'zod/mini';
import { findRow, lockRow } from '#server/core/database/rows.ts';
import { type Deps, newId, notFound, ServiceError, type Trx } from '#server/core/deps.ts';
import type * as calls from '#shared/orders/contract.ts';
import { isPaid } from '#shared/orders/machine.ts';
import { buyerScope } from '../buyer-scope.ts';
import { moveToAddress } from '../fulfillment/move-to-address.ts';
import { queueAccountMails, queuePasswordMail, queueReceipt } from '../fulfillment/queue-mails.ts';
import type { OrderRow } from '../tables.ts';
import { isSameSecret } from './find-order.ts';

type Request = z.output<typeof calls.resendOrderMails.body>;

/**
 * Resends a guest's receipt and sign-in link. With a new email address, the purchase moves to it first, and the old
 * address gets no more mail.
 * @throws {ServiceError} 404 unless session and browser match the order, 409 `order_claimed` if its owner can sign in
 */
export async function resendOrderMails(deps: Deps, request: Request): Promise<{ email: string }> {
  const { orderId, email } = request;
  await deps.limits.take('mail', `order:${orderId}`);
  return deps.db.transaction().execute(async (trx) => {
    const order = await lockGuestOrder(trx, request);
    const current = email === undefined || email === order.email ? order : await moveToAddress(deps, trx, order, email);
    const dedupeSuffix = `:${newId()}`;
    await queueReceipt(deps, trx, current, dedupeSuffix);
    const account = await findRow(trx, 'trading_account', { order_id: orderId }, ['id']);
    if (account) await queueAccountMails(deps, trx, current, account.id, dedupeSuffix);
    else await queuePasswordMail(deps, trx, current, dedupeSuffix);
    return { email: current.email };
  });
}

async function lockGuestOrder(trx: Trx, { orderId, sessionId, browserSessionId }: Request): Promise<OrderRow> {
  const order = await lockRow(trx, 'orders', orderId);
  const isSession = isSameSecret(sessionId, order?.session_id ?? '');
  const isBrowser = isSameSecret(buyerScope(null, browserSessionId) ?? '', order?.idempotency_scope ?? '');
  if (!order || !isSession || !isBrowser || !isPaid(order)) throw notFound();
  const owner = await lockRow(trx, 'person', order.person_id, ['password_hash', 'email_verified_at']);
  if (!owner || owner.password_hash !== null || owner.email_verified_at !== null) {
    throw new ServiceError(409, 'order_claimed');
  }
  return order;
}
