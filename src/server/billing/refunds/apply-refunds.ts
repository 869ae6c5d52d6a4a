import { findRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { recordRefund } from '#server/orders/fulfillment/record-refund.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { advancesRefund, type ProviderRefund, restRequest } from '#shared/orders/provider-refund.ts';
import type { PaymentEvent } from '../ports/payments/events.ts';
import { recordProviderRefund } from './record-provider-refund.ts';
import { reportFailedRefund } from './report-failed.ts';
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
