import { findEvaluation } from '#content/catalog.ts';
import { openAccount } from '#server/accounts/lifecycle/open.ts';
import { addOnEndsAt } from '#server/accounts/lifecycle/read-access.ts';
import { startSubscription } from '#server/billing/subscriptions/start.ts';
import { findRow } from '#server/core/database/rows.ts';
import { type Deps, notFound, ServiceError, type Trx } from '#server/core/deps.ts';
import { planOf, renewalFrom } from '../plan-subscription.ts';
import { emptyPurchase, type Product } from '../product.ts';
import { hasAddOnData } from './data-holdings.ts';
import { checkPlatform, pickAddOns } from './guards.ts';
import { endAccountOf, endSubscriptionOf, revokeDataAddOn, revokeFundedReset } from './revocation.ts';

export const evaluation: Product<'evaluation'> = {
  async resolve(deps, personId, selection) {
    checkPlatform(deps, selection);
    const found = findEvaluation(deps.catalog, selection.packageId);
    if (!found) throw notFound();
    const { program, size, priceCents, billing } = found;
    const addOns = pickAddOns(selection.addOns, deps.catalog.packages.programs[program].addOns);
    if (personId !== null && addOns.includes('market-data') && (await hasAddOnData(deps, personId, selection.platform)))
      throw new ServiceError(409, 'add_on_included');
    return {
      ...emptyPurchase,
      ...selection,
      ...{ program, size, priceCents, addOns },
      renews: renewalFrom(deps, priceCents, billing),
    };
  },
  name: ({ packageName }) => packageName,
  findPlan: (catalog, packageId) => planOf('evaluation', findEvaluation(catalog, packageId)?.billing),
  async prepare(deps, order) {
    return { outcome: 'delivered', ...(await openAccount(deps, order)) };
  },
  async deliver(deps, trx, order, prepared) {
    await startSubscription(deps, trx, order, this.findPlan(deps.catalog, order.package_id), prepared.accountId);
    if (!order.lines.some(({ item }) => item === 'market-data')) return prepared;
    if (await hasAddOnData(deps, order.person_id, order.platform, { db: trx, isDelivery: true })) {
      return { ...prepared, duplicateAddOns: ['market-data'] };
    }
    await endAddOnLater(deps, trx, prepared.accountId);
    return prepared;
  },
  async revoke(deps, trx, order, actor) {
    await endSubscriptionOf(deps, trx, order, actor);
    await endAccountOf(deps, trx, order);
  },
  revokeAddOn: (deps, trx, order, item) => revokers[item](deps, trx, order),
  resultRoute: 'orderResult',
};

const revokers = { 'market-data': revokeDataAddOn, 'funded-reset': revokeFundedReset } as const;

/** The data add-on covers the first month; schedules the platform's update for the end of it. */
async function endAddOnLater(deps: Deps, trx: Trx, accountId: string | null): Promise<void> {
  const account = await findRow(trx, 'trading_account', accountId, ['id', 'opened_at']);
  if (!account) return;
  const startAfterSeconds = Math.ceil((addOnEndsAt(account) - deps.clock().getTime()) / 1000) + 1;
  const options = { singletonKey: `${account.id}:add-on`, startAfterSeconds };
  await deps.jobs.send(trx, 'sync-access', { accountId: account.id }, options);
}
