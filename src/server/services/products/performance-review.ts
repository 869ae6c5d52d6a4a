import { notFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { getAccountFor } from './guards.ts';
import { delivered, emptyPurchase, noPlan, onBoth, type Product } from './product.ts';

export const performanceReview: Product<'performance-review'> = {
  async resolve(deps, personId, selection) {
    const { id, priceCents } = deps.catalog.packages.performanceReview;
    const { account } = await getAccountFor(deps, personId, 'review', { accountId: selection.accountId });
    if (id !== selection.packageId) throw notFound();
    return { ...emptyPurchase, ...selection, platform: account.platform, addOns: [], priceCents, account };
  },
  name: ({ t, account }) => t('name_performance-review', { account }),
  findPlan: noPlan,
  async deliver(deps, trx, order) {
    await trx
      .insertInto('performance_review')
      .values({
        id: newId(),
        order_id: order.id,
        account_id: order.account_id ?? '',
        person_id: order.person_id,
        requested_at: deps.clock(),
      })
      .onConflict((conflict) => conflict.column('order_id').doNothing())
      .execute();
    return delivered;
  },
  resultRoute: onBoth('orderResult'),
};
