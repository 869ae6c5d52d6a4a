import { sql } from 'kysely';
import type { Db, Trx } from '#server/core/deps.ts';

/** Orders whose price may still go back: the buyer's bank hasn't decided a dispute, or a refund is on its way. */
export function selectContestedOrders(executor: Db | Trx) {
  return executor
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.status', '<>', 'refunded')
    .where((eb) =>
      eb.or([
        eb('orders.refund_requested_at', 'is not', null),
        eb('orders.id', 'in', eb.selectFrom('partial_refund').select('order_id').where('settled_at', 'is', null)),
        eb(
          'orders.id',
          'in',
          eb.selectFrom('payment_dispute').select('payment_dispute.order_id').where('status', '=', 'open'),
        ),
      ]),
    );
}

/** Released commissions of contested orders by affiliate, in cents: they stay in the balance until that is decided. */
export async function listHeldCents(
  executor: Db | Trx,
  affiliateIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (affiliateIds.length === 0) return new Map();
  const rows = await executor
    .selectFrom('commission')
    .select(['affiliate_id', sql<string | number>`sum(amount_cents - revoked_cents)`.as('cents')])
    .where('affiliate_id', 'in', affiliateIds)
    .where('status', '=', 'available')
    .where('order_id', 'in', selectContestedOrders(executor))
    .groupBy('affiliate_id')
    .execute();
  return new Map(rows.map(({ affiliate_id, cents }) => [affiliate_id, Number(cents)]));
}
