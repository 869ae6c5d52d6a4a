import type { Deps, Trx } from '#server/core/deps.ts';
import { newId } from '#server/core/ids.ts';
import { postToLedger } from '#server/core/ledger/post.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import type { ReviewReason } from '#shared/affiliates/review.ts';
import { commissionOf } from '#shared/affiliates/share.ts';
import { selectApproved } from './approved.ts';
import { findReferrer, type Referrer } from './find-referrer.ts';
import { readCommissionData } from './postbacks/commission-data.ts';
import { queuePostback } from './postbacks/queue.ts';

const dayMs = 86_400_000;

/** Credits the affiliate who referred a paid order, in the payment's transaction and once per order. */
export async function earnCommission(deps: Deps, trx: Trx, order: OrderRow): Promise<void> {
  const referrer = await findReferrer(trx, order);
  if (!referrer || referrer.affiliateId === order.person_id) return;
  // Nobody earns after deleting their profile, not even from renewals of earlier purchases.
  const affiliate = await selectApproved(trx)
    .select('person_id')
    .where('person_id', '=', referrer.affiliateId)
    .executeTakeFirst();
  if (!affiliate) return;
  const { pendingDays, shareBps } = deps.catalog.packages.affiliate;
  const payment = { totalCents: order.total_cents, taxBps: order.tax_bps };
  const { baseCents, amountCents } = commissionOf(payment, shareBps);
  if (amountCents === 0) return;
  const now = deps.clock();
  const reviewReason = await findReviewReason(trx, order, referrer);
  const stored = await trx
    .insertInto('commission')
    .values({
      id: newId(),
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
    })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) return;
  await postToLedger(deps, trx, {
    dedupeKey: `commission-earned:${order.id}`,
    kind: 'commission-earned',
    reference: `commission:${stored.id}`,
    lines: [
      { account: { kind: 'commission-expense' }, amountCents: -amountCents },
      { account: { kind: 'affiliate-pending', ownerId: referrer.affiliateId }, amountCents },
    ],
  });
  await queuePostback(deps, trx, {
    ...{ affiliateId: referrer.affiliateId, dedupeKey: `commission-created:${stored.id}`, type: 'commission.created' },
    data: await readCommissionData(trx, stored.id),
  });
}

/** Finds a sign that the buyer may be the affiliate under another name; staff then decide. */
async function findReviewReason(trx: Trx, order: OrderRow, { affiliateId }: Referrer): Promise<ReviewReason | null> {
  if (order.payment_method !== null) {
    const sameMethod = await trx
      .selectFrom('orders')
      .select('id')
      .where('person_id', '=', affiliateId)
      .where('payment_method', '=', order.payment_method)
      .executeTakeFirst();
    if (sameMethod) return 'same-payment-method';
  }
  if (order.person_id === null) return null;
  const sameDestination = await trx
    .selectFrom('payout_destination as buyer')
    .innerJoin('payout_destination as affiliate', 'affiliate.masked', 'buyer.masked')
    .select('affiliate.id')
    .where('buyer.person_id', '=', order.person_id)
    .where('affiliate.person_id', '=', affiliateId)
    .executeTakeFirst();
  return sameDestination ? 'same-destination' : null;
}
