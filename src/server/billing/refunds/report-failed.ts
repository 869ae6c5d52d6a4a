import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { queueMail, staffOf } from '#server/messages/mail/queue.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { type ProviderRefund, restRequest } from '#shared/orders/provider-refund.ts';
import type { PaymentEvent } from '../ports/payments/events.ts';

/**
 * Alerts staff to a refund that the provider couldn't make, because the buyer hasn't got the money. A pending refund
 * no longer counts; a credit note stands, and a later refund can cover it.
 */
export async function reportFailedRefund(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  actor: string,
  { refund, event }: { readonly refund: ProviderRefund; readonly event: PaymentEvent },
): Promise<void> {
  const { id, amountCents } = refund;
  await keepCredit(trx, order, refund, event);
  deps.log.error({ orderId: order.id, refundId: id }, 'the payment provider could not make a refund');
  await writeAudit(deps, trx, actor, 'refund-failed', ['order', order.id], { refundId: id, amountCents });
  await queueMail(
    deps,
    trx,
    staffOf(deps),
    'refund-failed-staff',
    `refund-failed:${id}`,
    { orderNumber: order.number, refund: id, amountCents, email: order.email },
    { replyTo: order.email },
  );
}

/** Remembers that our refund is on a credit note, unless another attempt of the same request has returned the money. */
async function keepCredit(
  trx: Trx,
  order: OrderRow,
  { id, amountCents, requestId }: ProviderRefund,
  { refunds = [] }: PaymentEvent,
): Promise<void> {
  if (requestId === null) return;
  if (refunds.some((each) => each.requestId === requestId && each.status !== 'failed')) return;
  const cause = requestId === restRequest ? 'refund' : (`partial:${requestId}` as const);
  const credited = trx
    .selectFrom('invoice')
    .select('number')
    .where('order_id', '=', order.id)
    .where('cause', '=', cause);
  await trx
    .updateTable('payment_refund')
    .set({ credited_cents: amountCents })
    .where('id', '=', id)
    .where((where) => where.exists(credited))
    .execute();
}
