import { insertOrder } from '#server/accounts/seed.ts';
import { findRow, getRow, insertRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { reviewAccount } from './make.ts';
import { sampleReviewId } from './seed-sample-id.ts';

const orderId = sampleReviewId;

/** A delivered review of the demo person's longest account, marked as a sample. Created once. */
export async function seedPerformanceReviews(deps: Deps): Promise<void> {
  const known = await deps.db.selectFrom('orders').select('id').where('id', '=', orderId).executeTakeFirst();
  const account = await findRow(deps.db, 'trading_account', { order_id: 'demo-order-premium-50k' });
  if (known || !account) return;
  const now = deps.clock();
  const made = await reviewAccount(deps, account, now);
  const person = await getRow(deps.db, 'person', account.person_id);
  const { id: packageId, priceCents } = deps.catalog.packages.performanceReview;
  await deps.db.transaction().execute(async (trx) => {
    const demo = { orderId, packageId, platform: account.platform, kind: 'performance-review' } as const;
    const added = await insertOrder(deps, trx, { ...demo, accountId: account.id }, person, priceCents, now);
    if (!added) return;
    await insertRow(trx, 'performance_review', {
      ...{ id: orderId, order_id: orderId, account_id: account.id, person_id: person.id },
      ...{ requested_at: now, delivered_at: now, is_sample: true, ...made },
      comment: 'Sample: your size is the same on every day. Look next at how your days go on after a first loss.',
      comment_version: 1,
      commented_at: now,
      closed_at: now,
    });
  });
}
