import { findRow, requireRow } from '#server/core/database/rows.ts';
import { type Db, type Deps, ServiceError, type Trx } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { previewRefund } from '#shared/firm/contract-corrections.ts';
import { isPaid } from '#shared/orders/machine.ts';
import { planRefund, type RefundPlan } from '#shared/orders/refund-plan.ts';
import { readEarlierRefunds } from './sum-credits.ts';
import type { OrderRow } from './tables.ts';

/** What refunding an order returns now; the screen, the audit log and the provider all use it. */
export async function planOrderRefund(
  executor: Db | Trx,
  { id, lines, total_cents: totalCents }: Pick<OrderRow, 'id' | 'lines' | 'total_cents'>,
): Promise<RefundPlan> {
  return planRefund(lines, totalCents, await readEarlierRefunds(executor, id));
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

/** @throws {ServiceError} 404 for an unknown order, 409 unless it is paid, undisputed and not being refunded */
export async function previewOrderRefund(deps: Deps, orderId: string): Promise<DataOf<typeof previewRefund>> {
  const order = await requireRow(deps.db, 'orders', orderId);
  requireRefundable(order);
  await requireUndisputed(deps.db, orderId);
  const plan = await planOrderRefund(deps.db, order);
  return {
    ...plan,
    items: [...plan.items],
    provider: plan.refundCents === 0 || order.payment_session_id === null ? null : order.payment_provider,
  };
}
