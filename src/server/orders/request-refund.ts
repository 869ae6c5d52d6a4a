import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { paidStatuses } from '#shared/orders/machine.ts';
import type { OrderRow } from './tables.ts';
import { transitionOrder } from './transition.ts';

export type RefundReason = 'duplicate' | 'replaced' | 'passed' | 'ended' | 'withdrawal' | 'operator' | 'upheld';

/**
 * Records once that a paid order must be refunded; a job retries until the provider accepts.
 * @returns whether this call recorded it
 */
export async function requestOrderRefund(
  deps: Deps,
  trx: Trx,
  order: Pick<OrderRow, 'id' | 'total_cents'>,
  reason: RefundReason,
  actor: string,
): Promise<boolean> {
  const requested = await trx
    .updateTable('orders')
    .set({ refund_requested_at: deps.clock() })
    .where('id', '=', order.id)
    .where('status', 'in', paidStatuses)
    .where('refund_requested_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!requested) return false;
  await writeAudit(deps, trx, actor, 'refund-requested', ['order', order.id], { reason });
  if (order.total_cents === 0) await transitionOrder(deps, trx, { orderId: order.id, event: 'refund', actor });
  else await deps.jobs.send(trx, 'refund-order', { orderId: order.id }, { singletonKey: order.id });
  return true;
}
