import type { Deps, Trx } from '#server/core/deps.ts';
import { signText } from '#server/core/signature.ts';
import { readCommissionUses } from './read-uses.ts';

const pseudonymLength = 6;

/**
 * Commissions with their click, order and the payouts that paid them, newest first, as of the caller's transaction.
 * Buyers appear under a pseudonym that differs for each affiliate.
 */
export async function listCommissions(deps: Deps, trx: Trx, affiliateId: string, limit: number) {
  const findUse = await readCommissionUses(trx, affiliateId);
  const rows = await trx
    .selectFrom('commission')
    .innerJoin('orders', 'orders.id', 'commission.order_id')
    .leftJoin('affiliate_click', 'affiliate_click.id', 'commission.click_id')
    .select(['commission.id', 'commission.via', 'base_cents', 'share_bps', 'amount_cents', 'revoked_cents'])
    .select([
      'commission.status',
      'review_reason',
      'decision_reason',
      'earned_at',
      'available_at',
      'orders.kind',
      'orders.package_id',
    ])
    .select(['orders.email', 'affiliate_click.page', 'affiliate_click.subs', 'affiliate_click.click_id'])
    .select(['affiliate_click.last_at as clicked_at'])
    .where('commission.affiliate_id', '=', affiliateId)
    .orderBy('earned_at', 'desc')
    .orderBy('commission.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    packageId: row.package_id,
    buyer: signText(deps.keys, 'affiliate-buyer', `${affiliateId} ${row.email.toLowerCase()}`)
      .replaceAll(/[^A-Za-z0-9]/g, '')
      .slice(0, pseudonymLength)
      .toUpperCase(),
    via: row.via,
    page: row.page,
    subs: row.subs ?? {},
    clickId: row.click_id,
    clickedAt: row.clicked_at?.getTime() ?? null,
    baseCents: row.base_cents,
    shareBps: row.share_bps,
    amountCents: row.amount_cents,
    revokedCents: row.revoked_cents,
    status: row.status,
    reviewReason: row.review_reason,
    decisionReason: row.decision_reason,
    earnedAt: row.earned_at.getTime(),
    availableAt: row.available_at.getTime(),
    ...findUse(row.id),
  }));
}
