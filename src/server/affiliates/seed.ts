import { getAffiliateTerms } from '#content/catalog.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { atMost, findRow, insertOnce, insertRow, updateRow } from '#server/core/database/rows.ts';
import { type Deps, newId } from '#server/core/deps.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import { pickOrderNumber } from '#server/orders/pick-number.ts';
import { seedTraderPayee } from '#server/payouts/payees/seed-trader.ts';
import { storePayout } from '#server/payouts/request/store.ts';
import { changeStatus } from '#server/payouts/stages/change-status.ts';
import { lockPayout } from '#server/payouts/stages/lock-payout.ts';
import type { CreativeName } from '#shared/affiliates/creative.ts';
import type { PayoutAction } from '#shared/payouts/stages.ts';
import { getAffiliateTermsVersion } from './apply.ts';
import { earnCommission } from './earn-commission.ts';
import { releaseCommissions } from './release-commissions.ts';
import { revokeCommission } from './revoke-commission.ts';
import type { ClickMarks } from './tables.ts';

const daysSeeded = 110;
/** Interval between sample orders in days; each order is for the next package. */
const daysPerOrder = 4;
const refundedOrder = 5;
/** The order whose commission waits for a review by the firm. */
const reviewedOrder = 24;

const packages = [
  { id: 'classic-50k', totalCents: 14_900 },
  { id: 'ascension-50k', totalCents: 24_900 },
  { id: 'classic-100k', totalCents: 25_900 },
  { id: 'premium-50k', totalCents: 22_900 },
  { id: 'merit-25k', totalCents: 34_500 },
] as const;

const links = [
  { page: '/', subs: { sub1: 'video' } },
  { page: '/classic-accounts', subs: { sub1: 'video' } },
  { page: '/evaluations', subs: { sub1: 'newsletter' } },
  { page: '/', subs: {} },
  { page: '/evaluations', subs: {}, creative: 'story' },
  { page: '/evaluations', subs: {}, creative: 'square' },
] as const;

type SampleLink = {
  readonly page: string;
  readonly subs: ClickMarks;
  readonly creative?: CreativeName | null;
};

/** The demo's affiliate with months of sample activity: the link is `/?ref=alain`, the coupon ALAIN5. */
export async function seedAffiliates(deps: Deps): Promise<void> {
  const person = await findRow(deps.db, 'person', { email: 'affiliate@example.com' }, ['id']);
  if (!person) return;
  const now = deps.clock().getTime();
  const joinedAt = new Date(now - daysSeeded * dayMs);
  const seeded = await insertOnce(deps.db, 'affiliate', {
    person_id: person.id,
    code: 'alain',
    coupon: 'ALAIN5',
    status: 'approved',
    channel: 'https://video.example/alain',
    audience: 'A sample: people who learn to trade futures.',
    terms_version: getAffiliateTermsVersion(deps.clock()),
    applied_at: joinedAt,
    decided_at: joinedAt,
  });
  if (!seeded) return;
  await seedClicks(deps, person.id, now);
  for (let index = 0; index * daysPerOrder < daysSeeded; index += 1) {
    await seedOrder(deps, person.id, index, new Date(now - (daysSeeded - index * daysPerOrder) * dayMs));
  }
  await releaseCommissions(deps);
  await seedTraderPayee(deps, person.id, 'demo-affiliate');
  await seedPayout(deps, person.id, { amountCents: 30_000, daysAgo: 25, steps: ['review', 'approve', 'send', 'pay'] });
  await seedPayout(deps, person.id, { amountCents: 10_000, daysAgo: 1, steps: ['review'] });
  await seedApplication(deps);
}

async function seedClicks(deps: Deps, affiliateId: string, now: number): Promise<void> {
  const rows = Array.from({ length: daysSeeded }, (_, day) => day).flatMap((day) => {
    const at = new Date(now - (daysSeeded - day) * dayMs);
    // More on some weekdays than on others, and growing slowly.
    const clicks = 2 + ((day * 7) % 5) + Math.floor(day / 30);
    return Array.from({ length: clicks }, (_each, index) => {
      const { page, subs, creative = null }: SampleLink = links[(day + index) % links.length] ?? links[0];
      return {
        id: newId(),
        affiliate_id: affiliateId,
        browser: `sample-${day}-${index}`,
        day: at.toISOString().slice(0, 10),
        link: `${page} ${JSON.stringify(subs)}${creative === null ? '' : ` ${creative}`}`,
        creative,
        page,
        subs: JSON.stringify(subs),
        click_id: null,
        first_at: at,
        last_at: at,
      };
    });
  });
  await insertRow(deps.db, 'affiliate_click', rows);
}

async function seedOrder(deps: Deps, affiliateId: string, index: number, paidAt: Date): Promise<void> {
  const sold = packages[index % packages.length] ?? packages[0];
  const isCoupon = index % 3 === 0;
  const discountBps = isCoupon ? getAffiliateTerms(deps.catalog).couponBps : 0;
  const totalCents = sold.totalCents - Math.round((sold.totalCents * discountBps) / 10_000);
  const id = `demo-affiliate-order-${index}`;
  const click = isCoupon ? null : await findClick(deps, affiliateId, paidAt);
  const backdated = { ...deps, clock: () => paidAt };
  await deps.db.transaction().execute(async (trx) => {
    const order = await trx
      .insertInto('orders')
      .values({
        ...{ id, purchase_id: id, session_id: newId(), kind: 'evaluation', status: 'fulfilled', person_id: null },
        number: await pickOrderNumber(trx),
        ...{ email: `sample-${index % 17}@example.com`, first_name: 'Sample', last_name: 'Buyer', country: 'IE' },
        ...{ locale: 'en', package_id: sold.id, platform: 'rithmic', coupon: isCoupon ? 'ALAIN5' : null },
        rules_version: deps.catalog.packages.rulesVersion,
        lines: JSON.stringify([{ item: 'package', amountCents: totalCents }]),
        total_cents: totalCents,
        currency: deps.catalog.packages.currency,
        consents: JSON.stringify([]),
        ...{ idempotency_scope: 'demo', idempotency_key: id, request_hash: '', payment_provider: 'sandbox' },
        ...{ payment_session_id: null, payment_url: null, created_at: paidAt, expires_at: paidAt },
        ...{ paid_at: paidAt, fulfilled_at: paidAt, affiliate_id: affiliateId },
        affiliate_via: isCoupon ? 'coupon' : 'link',
        affiliate_click_id: click,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await earnCommission(backdated, trx, order);
    if (index === reviewedOrder)
      await updateRow(trx, 'commission', { order_id: id }, { status: 'review', review_reason: 'same-payment-method' });
    if (index !== refundedOrder) return;
    await updateRow(trx, 'orders', id, { status: 'refunded' });
    await revokeCommission(backdated, trx, { refundId: `order:${id}`, orderId: id, refundedCents: totalCents });
  });
}

type SamplePayout = { readonly amountCents: number; readonly daysAgo: number; readonly steps: readonly PayoutAction[] };

/** Runs a request through the services themselves, at a past date; samples send no mails. */
async function seedPayout(deps: Deps, personId: string, { amountCents, daysAgo, steps }: SamplePayout): Promise<void> {
  const requestedAt = deps.clock().getTime() - daysAgo * dayMs;
  const at = (hours: number): Deps => ({ ...deps, clock: () => new Date(requestedAt + hours * hourMs) });
  const { id } = await runTransaction(deps, (trx) =>
    storePayout(at(0), trx, null, {
      ...{ personId, destinationId: 'demo-affiliate-destination-iban', method: 'bank-transfer', amountCents },
      ...{ traderCents: amountCents, firmCents: 0, feeCents: 0, ofAccount: null, isSample: true },
      ...{ idempotencyKey: `demo-affiliate-${daysAgo}`, requestHash: '' },
    }),
  );
  for (const [index, step] of steps.entries()) {
    await runTransaction(deps, async (trx) => {
      const reference = step === 'send' ? { reference: 'SAMPLE-AFFILIATE' } : {};
      const change = { actor: 'system', ...reference };
      await changeStatus(at(4 * (index + 1)), trx, await lockPayout(trx, id), step, change);
    });
  }
}

async function seedApplication(deps: Deps): Promise<void> {
  const applicant = await deps.db.selectFrom('person').select('id').where('id', '=', 'demo-payee').executeTakeFirst();
  if (!applicant) return;
  await insertOnce(deps.db, 'affiliate', {
    ...{ person_id: applicant.id, code: 'sample-applicant', status: 'pending', applied_at: deps.clock() },
    ...{ channel: 'https://blog.example/futures', audience: 'A sample: readers of a blog about futures.' },
    terms_version: getAffiliateTermsVersion(deps.clock()),
  });
}

async function findClick(deps: Deps, affiliateId: string, before: Date): Promise<string | null> {
  const key = { affiliate_id: affiliateId, last_at: atMost(before) };
  const click = await findRow(deps.db, 'affiliate_click', key, ['id'], ['last_at desc', 'id']);
  return click?.id ?? null;
}
