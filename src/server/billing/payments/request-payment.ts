import type { Deps } from '#server/core/deps.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { applyPaymentEvent } from './apply.ts';

/** Fetches an order's payment status from the provider and applies it. @returns false while undecided */
export async function requestPayment(deps: Deps, order: OrderRow): Promise<boolean> {
  if (order.payment_session_id === null || order.payment_provider !== deps.payments.name) return false;
  const event = await deps.payments.lookUp(order.payment_session_id);
  if (event) await deps.db.transaction().execute((trx) => applyPaymentEvent(deps, trx, event));
  return event !== null;
}

/** How long a returning buyer waits for the provider, and the interval between its requests per order. */
const timeoutMs = 2_500;
const intervalMs = 5_000;

/**
 * Requests the payment for a buyer who returns before the webhook, at most every few seconds. Without a timely reply,
 * the webhook or `reconcile-orders` brings the result later.
 * @returns false if the provider wasn't asked
 */
export async function requestPaymentForBuyer(deps: Deps, order: OrderRow): Promise<boolean> {
  const isOpen = order.status === 'awaiting-payment' || order.status === 'failed';
  if (!isOpen || !(await claimRequest(deps, order.id))) return false;
  const request = requestPayment(deps, order).catch((error: unknown) => {
    deps.log.warn({ err: error, orderId: order.id }, 'the payment provider did not return a payment’s status');
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((done) => {
    timer = setTimeout(done, timeoutMs);
  });
  await Promise.race([request, timeout]);
  clearTimeout(timer);
  return true;
}

async function claimRequest(deps: Deps, orderId: string): Promise<boolean> {
  const now = deps.clock();
  const claimed = await deps.db
    .updateTable('orders')
    .set({ reconciled_at: now })
    .where('id', '=', orderId)
    .where((where) =>
      where.or([
        where('reconciled_at', 'is', null),
        where('reconciled_at', '<=', new Date(now.getTime() - intervalMs)),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}
