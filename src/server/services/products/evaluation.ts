import { findEvaluation } from '../../../content/catalog.ts';
import { notFound } from '../../errors.ts';
import { openAccount } from '../account/open.ts';
import { startSubscription } from '../subscription/start.ts';
import { checkPlatform, pickAddOns } from './guards.ts';
import { planOf, renewalFrom } from './plan.ts';
import { emptyPurchase, onBoth, type Product } from './product.ts';
import { endAccountOf, endSubscriptionOf } from './revocation.ts';

export const evaluation: Product<'evaluation'> = {
  async resolve(deps, _personId, selection) {
    checkPlatform(deps, selection);
    const found = findEvaluation(deps.catalog, selection.packageId);
    if (!found) throw notFound();
    const { programme, size, priceCents, billing } = found;
    return {
      ...emptyPurchase,
      ...selection,
      programme,
      size,
      priceCents,
      addOns: pickAddOns(selection.addOns, ['market-data', 'funded-reset']),
      renews: renewalFrom(deps, priceCents, billing),
    };
  },
  name: ({ packageName }) => packageName,
  findPlan: (catalog, packageId) => planOf('evaluation', findEvaluation(catalog, packageId)?.billing),
  continuesContract: false,
  async prepare(deps, order) {
    return { outcome: 'delivered', ...(await openAccount(deps, order)) };
  },
  async deliver(deps, trx, order, prepared) {
    await startSubscription(deps, trx, order, this.findPlan(deps.catalog, order.package_id), prepared.accountId);
    return prepared;
  },
  async revoke(deps, trx, order, actor) {
    await endSubscriptionOf(deps, trx, order, actor);
    await endAccountOf(deps, trx, order);
  },
  resultRoute: onBoth('orderResult'),
};
