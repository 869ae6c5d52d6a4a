import { openAccount } from '#server/accounts/lifecycle/open.ts';
import { nameAccount } from '#server/accounts/name.ts';
import { startSubscription } from '#server/billing/subscriptions/start.ts';
import { notFound, ServiceError } from '#server/core/deps.ts';
import { claimTrial, findTrialClaim } from '#server/people/trial-claim.ts';
import { duplicate, emptyPurchase, type Product } from '../product.ts';
import { checkPlatform } from './guards.ts';
import { endAccountOf, endSubscriptionOf } from './revocation.ts';

/** A trial: one per person, for a number of days. */
export const trial: Product<'trial'> = {
  async resolve(deps, personId, selection) {
    checkPlatform(deps, selection);
    const { id, program, size, priceCents } = deps.catalog.packages.trial;
    if (id !== selection.packageId) throw notFound();
    if (personId !== null && (await findTrialClaim(deps.db, { personId }))) throw new ServiceError(409, 'trial_used');
    return { ...emptyPurchase, ...selection, addOns: [], program, size, priceCents };
  },
  async checkBuyer(deps, email) {
    if (await findTrialClaim(deps.db, { email })) throw new ServiceError(409, 'trial_used');
  },
  name: ({ catalog: { packages }, t }) =>
    t('name_trial', { name: nameAccount(packages.trial), days: packages.trial.days }),
  findPlan: ({ packages }) => ({ kind: 'trial', billingInterval: 'monthly', days: packages.trial.days }),
  async prepare(deps, order) {
    const { id: orderId, person_id: personId, email } = order;
    const isClaimed = await deps.db.transaction().execute((trx) => claimTrial(trx, { orderId, personId, email }));
    return isClaimed ? { outcome: 'delivered', ...(await openAccount(deps, order)) } : duplicate;
  },
  async deliver(deps, trx, order, prepared) {
    await startSubscription(deps, trx, order, this.findPlan(deps.catalog, order.package_id), prepared.accountId);
    return prepared;
  },
  async revoke(deps, trx, order, actor) {
    await endSubscriptionOf(deps, trx, order, actor);
    await endAccountOf(deps, trx, order);
  },
  resultRoute: 'trialResult',
};
