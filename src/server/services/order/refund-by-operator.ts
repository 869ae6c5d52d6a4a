import type { Actor, Deps } from '../../deps.ts';
import { notFound, ServiceError } from '../../errors.ts';
import { requestOrderRefund } from './request-refund.ts';
import { recordOrder } from './transition.ts';

type RefundRequest = { readonly orderId: string; readonly reason: string };

/**
 * Refunds an order once on an operator's behalf and audits who and why.
 * @throws {ServiceError} 404 for an unknown order, 409 unless it is paid and not being refunded
 */
export async function refundByOperator(
  deps: Deps,
  operator: Actor,
  { orderId, reason }: RefundRequest,
): Promise<{ refundRequestedAt: number }> {
  return deps.db.transaction().execute(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select(['id', 'total_cents'])
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst();
    if (!order) throw notFound();
    const actor = `person:${operator.personId}`;
    if (!(await requestOrderRefund(deps, trx, order, 'operator', actor))) throw new ServiceError(409, 'not_refundable');
    await recordOrder(deps, trx, { orderId, actor, action: 'refund-by-operator', details: { reason } });
    return { refundRequestedAt: deps.clock().getTime() };
  });
}
