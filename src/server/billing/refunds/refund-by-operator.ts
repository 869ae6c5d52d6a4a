import { findRow, isNull, requireLockedRow, requireRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Db, type Deps, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import { requestPartialRefund } from '#server/orders/fulfillment/request-partial-refund.ts';
import { planOrderRefund, requireRefundable, requireUndisputed } from '#server/orders/plan-refund.ts';
import { requestOrderRefund } from '#server/orders/request-refund.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { requireConfirmed } from '#server/people/sign-in/confirm.ts';
import type { BodyOf, DataOf } from '#shared/core/call.ts';
import type { previewRefund, refundOrder } from '#shared/firm/contract-corrections.ts';
import { chooseRefund, type RefundPlan } from '#shared/orders/refund-plan.ts';
import { findSupplied } from '../contract-cancellation/read-supplied.ts';

/**
 * Refunds an order or some of its add-ons on an operator's behalf, once, and audits who and why.
 * @throws {ServiceError} 403 without a fresh confirmation, 404 for an unknown order, 409 unless it is paid, undisputed
 * and not being refunded, or if another amount was shown
 */
export async function refundByOperator(
  deps: Deps,
  operator: Actor,
  { orderId, items, refundCents, keptCents = 0, reason, note = '' }: BodyOf<typeof refundOrder>,
): Promise<{ refundRequestedAt: number }> {
  await requireConfirmed(deps, operator);
  return deps.db.transaction().execute(async (trx) => {
    const order = await requireLockedRow(trx, 'orders', orderId);
    await requireUndisputed(trx, orderId);
    requireRefundable(order);
    const actor = `person:${operator.personId}`;
    const plan = await planOrderRefund(trx, order);
    const chosen = chooseRefund(plan, items);
    const isOffered = keptCents === 0 || (chosen?.isWhole && keptCents === (await findKept(deps, trx, order, plan)));
    if (!isOffered || chosen?.refundCents !== refundCents + keptCents) throw new ServiceError(409, 'refund_changed');
    if (chosen.isWhole) {
      await requestOrderRefund(deps, trx, order, 'operator', actor);
      await updateRow(trx, 'orders', orderId, { refund_reason: reason, kept_cents: keptCents });
    } else await requestPartialRefund(deps, trx, order, chosen.items, reason);
    const before = { status: order.status, refund: 'none', returnedCents: plan.returnedCents };
    const after = { refund: 'requested', items: chosen.items.map(({ item }) => item), refundCents, keptCents };
    const details = { before, after, reason, note };
    await writeAudit(deps, trx, actor, 'refund-by-operator', ['order', orderId], details);
    return { refundRequestedAt: deps.clock().getTime() };
  });
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
    keptCents: await findKept(deps, deps.db, order, plan),
    provider: plan.refundCents === 0 || order.payment_session_id === null ? null : order.payment_provider,
  };
}

/** What the first undecided withdrawal from an order leaves owed, if it leaves something to refund; otherwise 0. */
async function findKept(deps: Deps, executor: Db | Trx, order: OrderRow, { refundCents }: RefundPlan): Promise<number> {
  const undecided = { order_id: order.id, outcome: 'review', decided_at: isNull } as const;
  const declared = await findRow(executor, 'contract_cancellation', undecided, ['received_at'], 'received_at');
  const supplied = declared && (await findSupplied(deps, executor, order, declared.received_at));
  return supplied && supplied.suppliedCents < refundCents ? supplied.suppliedCents : 0;
}
