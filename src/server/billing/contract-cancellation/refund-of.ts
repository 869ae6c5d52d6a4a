import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { saleOf } from '#server/orders/describe-sale.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { refundOfCancellation } from '#shared/orders/cancel-contract.ts';
import { type CardCountry, needsStaff } from './needs-staff.ts';
import { readRenewalCoolingOff } from './renewal-cooling-off.ts';

/** What the law refunds for a declaration received at a time; `none` if staff must decide. */
export async function decideRefund(deps: Deps, trx: Trx, order: OrderRow, at: Date, cardCountry: CardCountry) {
  const refund = await legalRefundOf(deps, trx, order, at);
  if (refund === 'renewal-share') return refund;
  return (await needsStaff(trx, order, at, cardCountry)) ? 'none' : refund;
}

/** `renewal-share`: the part of a renewal that isn’t used, within a cooling-off period that the renewal opened. */
export async function legalRefundOf(deps: Deps, trx: Db | Trx, order: OrderRow, at: Date) {
  const renewal = order.refund_requested_at === null ? await readRenewalCoolingOff(deps, trx, order) : null;
  return renewal !== null && at.getTime() < renewal.endsAt ? 'renewal-share' : refundOf(deps, order, at);
}

/** Most renewals continue a contract whose cancellation period began with its first order. */
export function refundOf(deps: Deps, order: OrderRow, at: Date) {
  if (order.bill_id !== null || order.paid_at === null || order.refund_requested_at !== null) return 'none';
  return refundOfCancellation(
    {
      right: saleOf(deps, order).right,
      startNow: order.start_now,
      hasStarted: order.status === 'fulfilled',
      paidAt: order.paid_at.getTime(),
    },
    at.getTime(),
  );
}
