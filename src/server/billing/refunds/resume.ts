import { findRow, isNotNull } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { paidStatuses } from '#shared/orders/machine.ts';

/** Sends the requested refunds of an order, whole or of add-ons, that waited for a bank's decision. */
export async function resumeRefunds(deps: Deps, trx: Trx, orderId: string): Promise<void> {
  const order = await findRow(trx, 'orders', { id: orderId, status: paidStatuses, refund_requested_at: isNotNull }, [
    'id',
  ]);
  if (order) await deps.jobs.send(trx, 'refund-order', { orderId }, { singletonKey: orderId });
  const parts = await trx
    .selectFrom('partial_refund')
    .select('refund_id')
    .distinct()
    .where('order_id', '=', orderId)
    .where('settled_at', 'is', null)
    .execute();
  for (const { refund_id: refundId } of parts)
    await deps.jobs.send(trx, 'refund-add-ons', { refundId }, { singletonKey: refundId });
}
