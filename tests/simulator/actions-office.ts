import { randomUUID } from 'node:crypto';
import { dayMs } from '#lib/durations.ts';
import { createCoupon, endCoupon } from '#shared/catalog/contract-coupons.ts';
import { createDiscount, endDiscount } from '#shared/catalog/contract-discounts.ts';
import { settleDifference } from '#shared/firm/contract-corrections.ts';
import * as announcements from '#shared/messages/contract-announcements.ts';
import { removeBatchPayment } from '#shared/payouts/contract-office-batches.ts';
import { actOnPerformanceReview, commentOnPerformanceReview } from '#shared/reviews/contract-office.ts';
import { addAccountNote } from '#shared/risk/contract.ts';
import { closeDocumentRequest, requestDocuments } from '#shared/risk/contract-document-requests.ts';
import type { Chance } from './chance.ts';
import { type Firm, pickAccount, type Trader } from './firm.ts';
import type { World } from './world.ts';

const day = (daysAhead: number) => new Date(Date.now() + daysAhead * dayMs).toISOString().slice(0, 10);
const texts = { titleEn: 'Spring', titleFr: 'Printemps', titlePt: 'Primavera' };
const sentences = { textEn: 'Soon.', textFr: 'Bientôt.', textPt: 'Em breve.' };

/** Staff start or end an offer, or an announcement. */
export async function offer(world: World, _: Trader, chance: Chance, { staff: [token] }: Firm): Promise<void> {
  const code = `SIM-${randomUUID().slice(0, 6)}`.toUpperCase();
  const terms = {
    code,
    percent: chance.pick([5, 20, 100]),
    program: chance.pick(['all', 'classic', 'merit'] as const),
  };
  const to = day(chance.between(1, 30));
  const kind = chance.pick(['coupon', 'coupon', 'discount', 'announcement'] as const);
  if (kind === 'coupon') {
    const once = chance.pick(['yes', 'no'] as const);
    const body = { ...terms, from: day(0), to, uses: chance.pick([null, 1, 3]), oncePerPerson: once };
    const coupon = await world.ask(createCoupon, { body: body as never, token });
    if (coupon && chance.hits(0.2)) await world.ask(endCoupon, { body: { couponId: coupon.couponId }, token });
  } else if (kind === 'discount') {
    const discount = await world.ask(createDiscount, { body: { ...terms, percent: 20, to, ...texts }, token });
    if (discount && chance.hits(0.5))
      await world.ask(endDiscount, { body: { discountId: discount.discountId }, token });
  } else {
    const shown = { showFrom: `${day(0)}T00:00`, showUntil: `${day(3)}T00:00`, ...texts, ...sentences };
    const body = { program: 'all' as const, platform: 'all' as const, ...shown };
    const made = await world.ask(announcements.createAnnouncement, { body, token });
    if (made && chance.hits(0.3))
      await world.ask(announcements.endAnnouncement, { body: { announcementId: made.announcementId }, token });
  }
}

/** A reviewer takes a performance review and comments on it, or closes it. */
export async function reviewer(world: World, _: Trader, chance: Chance, { staff: [token] }: Firm): Promise<void> {
  const review = await world.db
    .selectFrom('performance_review')
    .select(['id', 'comment_version'])
    .where('delivered_at', 'is not', null)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  if (!review) return;
  const body = { reviewId: review.id, action: chance.pick(['claim', 'release', 'close'] as const), reviewerId: null };
  await world.ask(actOnPerformanceReview, { body, token });
  if (chance.hits(0.5))
    await world.ask(commentOnPerformanceReview, {
      body: { reviewId: review.id, version: review.comment_version, comment: 'Trade less on Fridays.' },
      token,
    });
}

/** Staff note something about an account and ask its owner for documents, or have seen them. */
export async function inquire(world: World, trader: Trader, chance: Chance, { staff: [token] }: Firm): Promise<void> {
  const account = await pickAccount(world, trader, chance);
  if (!account) return;
  const { id: accountId } = account;
  await world.ask(addAccountNote, { body: { accountId, text: 'Called.' }, token });
  const open = await world.db
    .selectFrom('document_request')
    .select('id')
    .where('account_id', '=', accountId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (open) await world.ask(closeDocumentRequest, { body: { requestId: open.id }, token });
  else await world.ask(requestDocuments, { body: { accountId, text: 'A statement, please.' }, token });
}

/** A payment leaves a draft, or a difference from the platform is settled. */
export async function tidy(world: World, _: Trader, __: Chance, { staff: [token] }: Firm): Promise<void> {
  const waiting = await world.db
    .selectFrom('payout_payment')
    .select('id')
    .where('status', '=', 'waiting')
    .orderBy('id')
    .executeTakeFirst();
  if (waiting) await world.ask(removeBatchPayment, { body: { paymentId: waiting.id }, token });
  const differences = await world.db.selectFrom('balance_difference').select('id').orderBy('id').execute();
  for (const { id: differenceId } of differences)
    await world.ask(settleDifference, { body: { differenceId, reason: 'We looked.' }, token });
}
