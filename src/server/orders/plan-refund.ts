import { findRow } from '#server/core/database/rows.ts';
import { type Db, ServiceError, type Trx } from '#server/core/deps.ts';
import { isPaid } from '#shared/orders/machine.ts';
import { planRefund, type RefundPlan } from '#shared/orders/refund-plan.ts';
import { readEarlierRefunds } from './sum-credits.ts';
import type { OrderRow } from './tables.ts';

/** What refunding an order returns now; the screen, the audit log and the provider all use it. */
export async function planOrderRefund(
  executor: Db | Trx,
  {
    id,
    lines,
    total_cents: totalCents,
    kept_cents: keptCents,
  }: Pick<OrderRow, 'id' | 'lines' | 'total_cents' | 'kept_cents'>,
): Promise<RefundPlan> {
  return planRefund(lines, totalCents, await readEarlierRefunds(executor, id), keptCents);
}

/** A bank holds disputed money until it decides, and may return it itself: a refund would pay it back twice. */
export async function isDisputed(executor: Db | Trx, orderId: string): Promise<boolean> {
  const open = await findRow(executor, 'payment_dispute', { order_id: orderId, status: 'open' }, ['id']);
  return open !== undefined;
}

/** @throws {ServiceError} 409 while a dispute is open */
export async function requireUndisputed(executor: Db | Trx, orderId: string): Promise<void> {
  if (await isDisputed(executor, orderId)) throw new ServiceError(409, 'refund_disputed');
}

/** @throws {ServiceError} 409 unless the order is paid and not being refunded */
export function requireRefundable(order: Pick<OrderRow, 'status' | 'refund_requested_at'>): void {
  if (!isPaid(order) || order.refund_requested_at !== null) throw new ServiceError(409, 'not_refundable');
}
