import { updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { isOwnSale } from './attribute.ts';
import { revokeCommission } from './revoke-commission.ts';

type Move = {
  readonly from: string;
  /** The person who gets the orders, and their address. */
  readonly to: string;
  readonly email: string;
};

/**
 * Removes the attribution of orders that move to the affiliate who referred them, and refuses their commission.
 * @returns the ids of these orders
 */
export async function detachOwnSales(deps: Deps, trx: Trx, { from, to, email }: Move): Promise<readonly string[]> {
  const referred = await trx
    .selectFrom('orders')
    .innerJoin('person', 'person.id', 'orders.affiliate_id')
    .select(['orders.id', 'orders.total_cents as totalCents', 'person.id as affiliateId', 'person.email'])
    .where('orders.person_id', '=', from)
    .orderBy('orders.id')
    .execute();
  const own = referred.filter((order) => isOwnSale(order, { personId: to, email }));
  for (const { id: orderId, totalCents } of own) {
    await updateRow(trx, 'orders', orderId, { affiliate_id: null, affiliate_via: null });
    await revokeCommission(deps, trx, {
      refundId: `own-sale:${orderId}`,
      orderId,
      refundedCents: totalCents,
      status: 'refused',
    });
  }
  return own.map(({ id }) => id);
}
