import { requireCopier } from '#server/accounts/feed/copier-availability.ts';
import { startSubscription } from '#server/billing/subscriptions/start.ts';
import { notFound } from '#server/core/errors.ts';
import { planOf, renewalFrom } from '../plan.ts';
import { emptyPurchase, onBothPlatforms, type Product } from '../product.ts';
import { checkPlatform } from './guards.ts';
import { endSubscriptionOf } from './revocation.ts';

/** The trade copier. */
export const thor: Product<'thor'> = {
  async resolve(deps, _personId, selection) {
    checkPlatform(deps, selection);
    const found = deps.catalog.packages.thor.find(({ id }) => id === selection.packageId);
    if (!found) throw notFound();
    // Without a copier, nothing could be delivered.
    await requireCopier(deps, deps.db);
    const { priceCents, billing } = found;
    return { ...emptyPurchase, ...selection, addOns: [], priceCents, renews: renewalFrom(deps, priceCents, billing) };
  },
  name: ({ packageName }) => packageName,
  findPlan: ({ packages }, packageId) => planOf('thor', packages.thor.find(({ id }) => id === packageId)?.billing),
  async deliver(deps, trx, order, prepared) {
    await startSubscription(deps, trx, order, this.findPlan(deps.catalog, order.package_id));
    return prepared;
  },
  revoke: endSubscriptionOf,
  resultRoute: onBothPlatforms('thorResult'),
};
