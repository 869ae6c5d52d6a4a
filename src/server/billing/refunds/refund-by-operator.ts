import { requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, ServiceError, writeAudit } from '#server/core/deps.ts';
import { requestPartialRefund } from '#server/orders/fulfillment/request-partial-refund.ts';
import { planOrderRefund, requireRefundable, requireUndisputed } from '#server/orders/plan-refund.ts';
import { requestOrderRefund } from '#server/orders/request-refund.ts';
import { requireConfirmed } from '#server/people/sign-in/confirm.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { refundOrder } from '#shared/firm/contract-corrections.ts';
import { chooseRefund } from '#shared/orders/refund-plan.ts';

type RefundRequest = BodyOf<typeof refundOrder>;

/**
 * Refunds an order or some of its add-ons on an operator's behalf, once, and audits who and why.
 * @throws {ServiceError} 403 without a fresh confirmation, 404 for an unknown order, 409 unless it is paid, undisputed
 * and not being refunded, or if another amount was shown
 */
export async function refundByOperator(
  deps: Deps,
  operator: Actor,
  { orderId, items, refundCents, reason, note = '' }: RefundRequest,
): Promise<{ refundRequestedAt: number }> {
  await requireConfirmed(deps, operator);
  return deps.db.transaction().execute(async (trx) => {
    const order = await requireLockedRow(trx, 'orders', orderId);
    await requireUndisputed(trx, orderId);
    requireRefundable(order);
    const actor = `person:${operator.personId}`;
    const plan = await planOrderRefund(trx, order);
    const chosen = chooseRefund(plan, items);
    if (chosen?.refundCents !== refundCents) throw new ServiceError(409, 'refund_changed');
    if (chosen.isWhole) {
      await requestOrderRefund(deps, trx, order, 'operator', actor);
      await updateRow(trx, 'orders', orderId, { refund_reason: reason });
    } else await requestPartialRefund(deps, trx, order, chosen.items, reason);
    const before = { status: order.status, refund: 'none', returnedCents: plan.returnedCents };
    const after = { refund: 'requested', items: chosen.items.map(({ item }) => item), refundCents };
    const details = { before, after, reason, note };
    await writeAudit(deps, trx, actor, 'refund-by-operator', ['order', orderId], details);
    return { refundRequestedAt: deps.clock().getTime() };
  });
}
