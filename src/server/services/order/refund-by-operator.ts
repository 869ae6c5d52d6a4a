import type { refundOrder } from '../../../contract/admin.ts';
import type { BodyOf } from '../../../contract/call.ts';
import type { Actor, Deps } from '../../deps.ts';
import { notFound, ServiceError } from '../../errors.ts';
import { requireConfirmed } from '../session/confirm.ts';
import { requestOrderRefund } from './request-refund.ts';
import { recordOrder } from './transition.ts';

type RefundRequest = BodyOf<typeof refundOrder>;

/**
 * Refunds an order once on an operator's behalf and audits who and why.
 * @throws {ServiceError} 403 without a fresh confirmation, 404 for an unknown order, 409 unless it is paid and not
 * being refunded
 */
export async function refundByOperator(
  deps: Deps,
  operator: Actor,
  { orderId, reason, note = '' }: RefundRequest,
): Promise<{ refundRequestedAt: number }> {
  await requireConfirmed(deps, operator);
  return deps.db.transaction().execute(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select(['id', 'total_cents', 'status'])
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst();
    if (!order) throw notFound();
    const actor = `person:${operator.personId}`;
    if (!(await requestOrderRefund(deps, trx, order, 'operator', actor))) throw new ServiceError(409, 'not_refundable');
    await trx.updateTable('orders').set({ refund_reason: reason }).where('id', '=', orderId).execute();
    const details = { before: { status: order.status, refund: 'none' }, after: { refund: 'requested' }, reason, note };
    await recordOrder(deps, trx, { orderId, actor, action: 'refund-by-operator', details });
    return { refundRequestedAt: deps.clock().getTime() };
  });
}
