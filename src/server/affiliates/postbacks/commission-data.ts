import type { Trx } from '#server/core/deps.ts';
import { toClickData } from './click-data.ts';

/**
 * A commission as sent in postbacks: amounts in cents, times in ISO 8601, the affiliate's own tracking values, nothing
 * about the buyer.
 */
export async function readCommissionData(trx: Trx, commissionId: string): Promise<Record<string, unknown>> {
  const row = await trx
    .selectFrom('commission')
    .innerJoin('orders', 'orders.id', 'commission.order_id')
    .leftJoin('affiliate_click', 'affiliate_click.id', 'commission.click_id')
    .select(['commission.id', 'commission.via', 'base_cents', 'share_bps', 'amount_cents', 'revoked_cents'])
    .select(['commission.status', 'earned_at', 'available_at', 'orders.kind', 'orders.package_id', 'orders.currency'])
    .select(['affiliate_click.page', 'affiliate_click.subs', 'affiliate_click.creative', 'affiliate_click.click_id'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('orders as earlier')
            .select('earlier.id')
            .whereRef('earlier.person_id', '=', 'orders.person_id')
            .whereRef('earlier.paid_at', '<', 'orders.paid_at'),
        )
        .as('bought_before'),
    )
    .where('commission.id', '=', commissionId)
    .executeTakeFirstOrThrow();
  return {
    commission_id: row.id,
    status: row.status,
    order_kind: row.kind,
    package_id: row.package_id,
    via: row.via,
    first_purchase: !row.bought_before,
    ...toClickData(row),
    currency: row.currency,
    price_before_tax_cents: row.base_cents,
    share_bps: row.share_bps,
    amount_cents: row.amount_cents,
    revoked_cents: row.revoked_cents,
    earned_at: row.earned_at.toISOString(),
    available_at: row.available_at.toISOString(),
  };
}
