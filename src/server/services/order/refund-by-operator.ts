import type { Actor, Deps } from '../../deps.ts';
import { notFound, ServiceError } from '../../errors.ts';
import { requestOrderRefund } from './request-refund.ts';
import { recordOrder } from './transition.ts';

type Wanted = { readonly orderId: string; readonly reason: string };

/**
 * An operator gives an order's money back, once; who and why is written down.
 * @throws {ServiceError} 404 for an order that is not, 409 for one that is not paid or goes back already
 */
export async function refundByOperator(
  deps: Deps,
  operator: Actor,
  { orderId, reason }: Wanted,
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
