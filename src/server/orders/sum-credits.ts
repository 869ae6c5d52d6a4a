import { listRows } from '#server/core/database/rows.ts';
import type { Db, Trx } from '#server/core/deps.ts';
import { uncreditedCents } from '#shared/orders/provider-refund.ts';
import type { EarlierRefunds } from '#shared/orders/refund-plan.ts';

export async function sumCredits(executor: Db | Trx, orderId: string): Promise<number> {
  const credits = await listCredits(executor, orderId);
  return credits.reduce((sum, { document }) => sum - document.totalCents, 0);
}

/**
 * Earlier refunds of an order: add-ons once their refund is requested, refunds made at the provider once it reports them,
 * the rest once it is credited.
 */
export async function readEarlierRefunds(executor: Db | Trx, orderId: string): Promise<EarlierRefunds> {
  const items = await executor
    .selectFrom('partial_refund')
    .select(['item', 'amount_cents as amountCents'])
    .where('order_id', '=', orderId)
    .orderBy('item')
    .execute();
  const credits = await listCredits(executor, orderId);
  const others = credits.filter(({ cause }) => !cause.startsWith('partial:'));
  const pendingCents = uncreditedCents(await listProviderRefunds(executor, orderId), ['pending', 'succeeded']);
  return { items, otherCents: others.reduce((sum, { document }) => sum - document.totalCents, pendingCents) };
}

/** An order's refunds made at the provider, and ours that failed: the first may replace the second. */
export function listProviderRefunds(executor: Db | Trx, orderId: string) {
  return executor
    .selectFrom('payment_refund')
    .select(['status', 'amount_cents as amountCents', 'credited_cents as creditedCents'])
    .where('order_id', '=', orderId)
    .where((where) => where.or([where('request_id', 'is', null), where('status', '=', 'failed')]))
    .execute();
}

function listCredits(executor: Db | Trx, orderId: string) {
  return listRows(executor, 'invoice', { order_id: orderId, kind: 'credit' }, ['cause', 'document']);
}
