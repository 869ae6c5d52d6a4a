import { sql } from 'kysely';
import type { Deps, Trx } from '#server/core/deps.ts';
import { getProduct } from '#server/orders/products/registry.ts';
import { saleOf } from '#server/orders/sale-of.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { refundOfCancellation } from '#shared/orders/cancel-contract.ts';

/** What the law refunds for a declaration received at a time; `none` if staff must decide. */
export async function decideRefund(deps: Deps, trx: Trx, order: OrderRow, at: Date) {
  return (await needsStaff(trx, order, at)) ? 'none' : refundOf(deps, order, at);
}

/**
 * Whether staff must decide. The bank holds or has returned disputed money, so a refund would pay it twice; a passed
 * evaluation was performed in full; a refund doesn't take a reset back; and ending an account doesn't undo its funded
 * account or its payouts.
 */
export async function needsStaff(trx: Trx, order: OrderRow, at: Date): Promise<boolean> {
  if (hasStarted(order, at) && getProduct(order.kind).revoke === undefined) return true;
  const { id } = order;
  const accounts = trx.selectFrom('trading_account').select('trading_account.id').where('order_id', '=', id);
  const { found } = await trx
    .selectNoFrom(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('payment_dispute').select('id').where('order_id', '=', id).where('status', '<>', 'won')),
        exists(accounts.where(sql`state ->> 'status'`, '=', 'passed')),
        exists(selectFrom('trading_account as funded').select('funded.id').where('parent_id', 'in', accounts)),
        exists(selectFrom('payout').select('payout.id').where('payout.account_id', 'in', accounts)),
      ]).as('found'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(found);
}

/** A paid order may be on its way at the platform before it counts as fulfilled. */
function hasStarted({ status, begins_at: beginsAt }: OrderRow, at: Date): boolean {
  return status === 'fulfilled' || (beginsAt !== null && beginsAt <= at);
}

/** Renewals continue a contract whose cancellation period began with its first order. */
function refundOf(deps: Deps, order: OrderRow, at: Date) {
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
