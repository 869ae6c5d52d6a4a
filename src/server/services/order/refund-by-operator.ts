import type { refundOrder } from '../../../contract/admin.ts';
import type { BodyOf } from '../../../contract/call.ts';
import type { Actor, Deps } from '../../deps.ts';
import { notFound, ServiceError } from '../../errors.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { requireConfirmed } from '../sign-in/confirm.ts';
import { planOrderRefund, requireUndisputed } from './plan-refund.ts';
import { requestOrderRefund } from './request-refund.ts';

type RefundRequest = BodyOf<typeof refundOrder>;

/**
 * Refunds an order once on an operator's behalf and audits who and why.
 * @throws {ServiceError} 403 without a fresh confirmation, 404 for an unknown order, 409 unless it is paid,
 * undisputed and not being refunded, or if another amount was shown
 */
export async function refundByOperator(
  deps: Deps,
  operator: Actor,
  { orderId, refundCents, reason, note = '' }: RefundRequest,
): Promise<{ refundRequestedAt: number }> {
  await requireConfirmed(deps, operator);
  return deps.db.transaction().execute(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select(['id', 'lines', 'total_cents', 'status'])
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst();
    if (!order) throw notFound();
    await requireUndisputed(trx, orderId);
    const actor = `person:${operator.personId}`;
    if (!(await requestOrderRefund(deps, trx, order, 'operator', actor))) throw new ServiceError(409, 'not_refundable');
    const plan = await planOrderRefund(trx, order);
    if (plan.refundCents !== refundCents) throw new ServiceError(409, 'refund_changed');
    await trx.updateTable('orders').set({ refund_reason: reason }).where('id', '=', orderId).execute();
    const before = { status: order.status, refund: 'none', returnedCents: plan.returnedCents };
    const details = { before, after: { refund: 'requested', refundCents }, reason, note };
    await writeAudit(deps, trx, { entity: 'order', entityId: orderId, actor, action: 'refund-by-operator', details });
    return { refundRequestedAt: deps.clock().getTime() };
  });
}
