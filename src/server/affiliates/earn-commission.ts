import { getAffiliateTerms } from '#content/catalog.ts';
import { dayMs } from '#lib/durations.ts';
import { insertOnce } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx } from '#server/core/deps.ts';
import { postToLedger } from '#server/core/ledger/post.ts';
import { queueWebhook } from '#server/messages/webhooks/queue.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { commissionOf } from '#shared/affiliates/share.ts';
import { selectApproved } from './approved.ts';
import { findReviewReason } from './find-review-reason.ts';
import { readCommissionData } from './postbacks/commission-data.ts';

/** Credits the affiliate who referred a paid order, in the payment's transaction and once per order. */
export async function earnCommission(deps: Deps, trx: Trx, order: OrderRow): Promise<void> {
  const referrer = await findReferrer(trx, order);
  if (!referrer || referrer.affiliateId === order.person_id) return;
  // Nobody earns after deleting their profile, not even from renewals of earlier purchases.
  const affiliate = await selectApproved(trx)
    .select('terms_version')
    .where('person_id', '=', referrer.affiliateId)
    .executeTakeFirst();
  if (!affiliate) return;
  const { pendingDays, shareBps } = getAffiliateTerms(deps.catalog, affiliate.terms_version);
  const payment = { totalCents: order.total_cents, taxBps: order.tax_bps };
  const { baseCents, amountCents } = commissionOf(payment, shareBps);
  if (amountCents === 0) return;
  const now = deps.clock();
  const reviewReason = await findReviewReason(trx, {
    ...{ affiliateId: referrer.affiliateId, buyerId: order.person_id, card: order.card_fingerprint },
  });
  const id = newId();
  const isStored = await insertOnce(trx, 'commission', {
    id,
    affiliate_id: referrer.affiliateId,
    order_id: order.id,
    via: referrer.via,
    click_id: referrer.clickId,
    base_cents: baseCents,
    share_bps: shareBps,
    amount_cents: amountCents,
    status: reviewReason === null ? 'pending' : 'review',
    review_reason: reviewReason,
    earned_at: now,
    available_at: new Date(now.getTime() + pendingDays * dayMs),
  });
  if (!isStored) return;
  await postToLedger(deps, trx, {
    dedupeKey: `commission-earned:${order.id}`,
    kind: 'commission-earned',
    reference: `commission:${id}`,
    lines: [
      { account: { kind: 'commission-expense' }, amountCents: -amountCents },
      { account: { kind: 'affiliate-pending', ownerId: referrer.affiliateId }, amountCents },
    ],
  });
  await queueWebhook(deps, trx, {
    ...{ audience: 'affiliate', personId: referrer.affiliateId, type: 'commission.created' },
    dedupeKey: `commission-created:${id}`,
    data: await readCommissionData(trx, id),
  });
}

type Referrer = {
  readonly affiliateId: string;
  readonly via: 'link' | 'coupon' | 'renewal';
  readonly clickId: string | null;
};

type Referred = Pick<OrderRow, 'affiliate_id' | 'affiliate_via' | 'affiliate_click_id'>;

function referrerOf(order: Referred | undefined, via?: 'renewal'): Referrer | null {
  if (!order?.affiliate_id || !order.affiliate_via) return null;
  return { affiliateId: order.affiliate_id, via: via ?? order.affiliate_via, clickId: order.affiliate_click_id };
}

/** Who referred an order: its own attribution, else that of the purchase it renews or resets. */
export async function findReferrer(trx: Trx, order: OrderRow): Promise<Referrer | null> {
  return referrerOf(order) ?? referrerOf(await findFirstPurchase(trx, order), 'renewal');
}

async function findFirstPurchase(trx: Trx, order: OrderRow): Promise<Referred | undefined> {
  const columns = ['orders.affiliate_id', 'orders.affiliate_via', 'orders.affiliate_click_id'] as const;
  if (order.bill_id !== null) {
    return trx
      .selectFrom('bill')
      .innerJoin('subscription', 'subscription.id', 'bill.subscription_id')
      .innerJoin('orders', 'orders.id', 'subscription.order_id')
      .select(columns)
      .where('bill.id', '=', order.bill_id)
      .executeTakeFirst();
  }
  if (order.account_id === null) return undefined;
  return trx
    .selectFrom('trading_account')
    .innerJoin('orders', 'orders.id', 'trading_account.order_id')
    .select(columns)
    .where('trading_account.id', '=', order.account_id)
    .executeTakeFirst();
}
