import { findRow, updateRow } from '#server/core/database/rows.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { queueMail, staffOf } from '#server/messages/mail/queue.ts';
import { payReported } from '#server/orders/fulfillment/pay-reported.ts';
import { recordRefund } from '#server/orders/fulfillment/record-refund.ts';
import { shrinkPartialRefunds } from '#server/orders/shrink-partial-refunds.ts';
import { listProviderRefunds, sumCredits } from '#server/orders/sum-credits.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { advancesRefund, type ProviderRefund, restRequest, uncreditedCents } from '#shared/orders/provider-refund.ts';
import type { PaymentEvent } from '../ports/payments/events.ts';
import { creditPart } from './credit-part.ts';
import { settlePartialRefund } from './settle-partial-refund.ts';

/**
 * Applies what the provider reports about a locked order's refunds, ours and those made at the provider: each once by
 * its id, however often, late or out of order it is reported.
 */
export async function applyRefunds(deps: Deps, trx: Trx, order: OrderRow, actor: string, event: PaymentEvent) {
  const newRefunds: ProviderRefund[] = [];
  // All are stored first, because a refund may replace one that failed.
  for (const refund of event.refunds ?? []) {
    const requestId = await findRequest(trx, order, refund.requestId);
    if (await storeRefund(deps, trx, order, { ...refund, requestId })) newRefunds.push({ ...refund, requestId });
  }
  for (const refund of newRefunds) {
    const { requestId, status, amountCents: returnedCents } = refund;
    const current = await trx.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
    if (status === 'failed') await reportFailedRefund(deps, trx, current, actor, { refund, event });
    else if (requestId === null) await recordProviderRefund(deps, trx, current, actor, { refund, event });
    else if (status === 'succeeded' && requestId === restRequest)
      await recordRefund(deps, trx, current, actor, { returnedCents });
    else if (status === 'succeeded')
      await settlePartialRefund(deps, trx, current, actor, { refundId: requestId, returnedCents });
  }
}

/** A request that this order didn't make is none of ours. */
async function findRequest(trx: Trx, order: OrderRow, requestId: string | null): Promise<string | null> {
  if (requestId === null || requestId === restRequest) return order.refund_requested_at === null ? null : requestId;
  const requested = await findRow(trx, 'partial_refund', { order_id: order.id, refund_id: requestId }, ['refund_id']);
  return requested?.refund_id ?? null;
}

/** @returns whether the report is new */
async function storeRefund(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  { id, amountCents, status, requestId }: ProviderRefund,
): Promise<boolean> {
  const known = await trx.selectFrom('payment_refund').select('status').where('id', '=', id).executeTakeFirst();
  if (!advancesRefund(known?.status ?? null, status)) return false;
  const reported = { status, reported_at: deps.clock() };
  await trx
    .insertInto('payment_refund')
    .values({ id, order_id: order.id, request_id: requestId, amount_cents: amountCents, ...reported })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(reported))
    .execute();
  return true;
}

/**
 * Records a refund that someone made at the provider. Pending, it only reduces what can still be refunded here. Once
 * the money is returned it is credited, and with everything returned the order is refunded.
 */
async function recordProviderRefund(
  deps: Deps,
  trx: Trx,
  reported: OrderRow,
  actor: string,
  { refund, event }: { readonly refund: ProviderRefund; readonly event: PaymentEvent },
): Promise<void> {
  const { id, amountCents, status } = refund;
  await writeAudit(
    deps,
    trx,
    actor,
    status === 'pending' ? 'provider-refund-started' : 'provider-refund-settled',
    ['order', reported.id],
    { refundId: id, amountCents },
  );
  await shrinkPartialRefunds(deps, trx, reported);
  const cents =
    status === 'pending'
      ? 0
      : Math.min(amountCents, uncreditedCents(await listProviderRefunds(trx, reported.id), ['succeeded']));
  await updateRow(trx, 'payment_refund', id, { credited_cents: cents });
  const isLast = (await sumCredits(trx, reported.id)) + cents >= reported.total_cents;
  if (isLast && reported.status !== 'refunded') return recordRefund(deps, trx, reported, actor);
  await payReported(deps, trx, reported, actor, event);
  if (cents === 0) return;
  const order = await trx.selectFrom('orders').selectAll().where('id', '=', reported.id).executeTakeFirstOrThrow();
  await creditPart(deps, trx, order, { cause: `provider:${id}`, cents, reason: 'part' });
}

/**
 * Alerts staff to a refund that the provider couldn't make, because the buyer hasn't got the money. A pending refund
 * no longer counts; a credit note stands, and a later refund can cover it.
 */
async function reportFailedRefund(
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
