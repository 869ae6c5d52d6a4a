import { requireCopier } from '#server/accounts/feed/copier-availability.ts';
import { startSubscription } from '#server/billing/subscriptions/start.ts';
import { notFound, ServiceError } from '#server/core/deps.ts';
import { decideCopierPackage } from '#shared/orders/running-packages.ts';
import { planOf, renewalFrom } from '../plan-subscription.ts';
import { duplicate, emptyPurchase, type Product } from '../product.ts';
import { checkPlatform } from './guards.ts';
import { lockPackages, readRunningPackages, stopReplaced, subscriptionsOf } from './replace-packages.ts';
import { endSubscriptionOf } from './revocation.ts';

const thorErrors = { running: 'thor_running', contained: 'thor_contained' } as const;

export const thor: Product<'thor'> = {
  async resolve(deps, personId, selection) {
    checkPlatform(deps, selection);
    const found = deps.catalog.packages.thor.find(({ id }) => id === selection.packageId);
    if (!found) throw notFound();
    // Without a copier, nothing could be delivered.
    await requireCopier(deps, deps.db);
    const running = personId === null ? [] : await readRunningPackages(deps, personId, 'thor');
    const decision = decideCopierPackage(found, running, deps.catalog.packages.thor);
    if (decision.blockedReason !== null) throw new ServiceError(409, thorErrors[decision.blockedReason]);
    const { priceCents, billing } = found;
    return {
      ...{ ...emptyPurchase, ...selection, addOns: [], priceCents, renews: renewalFrom(deps, priceCents, billing) },
      replaces: subscriptionsOf(decision.replaces),
    };
  },
  name: ({ packageName }) => packageName,
  findPlan: ({ packages }, packageId) => planOf('thor', packages.thor.find(({ id }) => id === packageId)?.billing),
  /** A guest's earlier package is known only now, and another order may have been delivered since. */
  async deliver(deps, trx, order, prepared) {
    const { thor: packages } = deps.catalog.packages;
    const offer = packages.find(({ id }) => id === order.package_id);
    if (offer) {
      await lockPackages(trx, order.person_id, 'thor');
      const running = await readRunningPackages(deps, order.person_id, 'thor', { db: trx, isDelivery: true });
      const decision = decideCopierPackage(offer, running, packages);
      if (decision.blockedReason !== null) return duplicate;
      await stopReplaced(deps, trx, order, decision.replaces);
    }
    await startSubscription(deps, trx, order, this.findPlan(deps.catalog, order.package_id));
    return prepared;
  },
  revoke: endSubscriptionOf,
  resultRoute: 'thorResult',
};
