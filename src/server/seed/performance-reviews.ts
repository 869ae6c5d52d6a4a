import type { Deps } from '../deps.ts';
import { newId } from '../ids.ts';
import { pickOrderNumber } from '../services/order/pick-number.ts';
import { reviewAccount } from '../services/performance-review/make.ts';
import { sampleReviewId } from './sample-review-id.ts';

const orderId = sampleReviewId;

/** A delivered review of the demo person's longest account, marked as a sample. Created once. */
export async function seedPerformanceReviews(deps: Deps): Promise<void> {
  const known = await deps.db.selectFrom('orders').select('id').where('id', '=', orderId).executeTakeFirst();
  const account = await deps.db
    .selectFrom('trading_account')
    .selectAll()
    .where('order_id', '=', 'demo-order-premium-50k')
    .executeTakeFirst();
  if (known || !account) return;
  const now = deps.clock();
  const made = await reviewAccount(deps, account, now);
  const person = await deps.db
    .selectFrom('person')
    .selectAll()
    .where('id', '=', account.person_id)
    .executeTakeFirstOrThrow();
  const { packages } = deps.catalog;
  const { id: packageId, priceCents } = packages.performanceReview;
  await deps.db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('orders')
      .values({
        ...{ id: orderId, number: await pickOrderNumber(trx), purchase_id: orderId, session_id: newId() },
        ...{ kind: 'performance-review', status: 'fulfilled', person_id: person.id, account_id: account.id },
        ...{ email: person.email, first_name: person.first_name, last_name: person.last_name },
        ...{ country: person.country, locale: person.locale, package_id: packageId, platform: account.platform },
        ...{ rules_version: account.rules_version, coupon: null, total_cents: priceCents },
        lines: JSON.stringify([{ item: 'package', amountCents: priceCents }]),
        ...{ currency: packages.currency, consents: JSON.stringify([]), idempotency_scope: 'demo' },
        ...{ idempotency_key: orderId, request_hash: '', payment_provider: 'sandbox' },
        ...{ payment_session_id: null, payment_url: null, created_at: now, expires_at: now },
        ...{ paid_at: now, fulfilled_at: now },
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return;
    await trx
      .insertInto('performance_review')
      .values({
        ...{ id: orderId, order_id: orderId, account_id: account.id, person_id: person.id },
        ...{ requested_at: now, delivered_at: now, is_sample: true, ...made },
        remark: 'Sample: your size is the same on every day. Look next at how your days go on after a first loss.',
        remark_version: 1,
        remarked_at: now,
        closed_at: now,
      })
      .execute();
  });
}
