import { readSample } from '#server/accounts/event-log/read-sample.ts';
import { insertOnce } from '#server/core/database/rows.ts';
import { notFound } from '#server/core/deps.ts';
import { delivered, emptyPurchase, noPlan, type Product } from '../product.ts';
import { getAccountFor } from './guards.ts';

export const performanceReview: Product<'performance-review'> = {
  async resolve(deps, personId, selection) {
    const { id, priceCents } = deps.catalog.packages.performanceReview;
    const { account } = await getAccountFor(deps, personId, 'review', { accountId: selection.accountId });
    if (id !== selection.packageId) throw notFound();
    const sample = await readSample(deps, account.id);
    return { ...emptyPurchase, ...selection, platform: account.platform, addOns: [], priceCents, account, sample };
  },
  name: ({ t, account }) => t('name_performance-review', { account }),
  findPlan: noPlan,
  async deliver(deps, trx, order) {
    const added = await insertOnce(trx, 'performance_review', {
      id: order.id,
      order_id: order.id,
      account_id: order.account_id ?? '',
      person_id: order.person_id,
      requested_at: deps.clock(),
    });
    if (added) await deps.jobs.send(trx, 'make-performance-review', { reviewId: order.id }, { singletonKey: order.id });
    return delivered;
  },
  /** Hides a finished report; an unfinished one isn't delivered. */
  async revoke(deps, trx, order) {
    await trx
      .updateTable('performance_review')
      .set({ revoked_at: deps.clock() })
      .where('order_id', '=', order.id)
      .where('revoked_at', 'is', null)
      .execute();
  },
  resultRoute: 'orderResult',
};
