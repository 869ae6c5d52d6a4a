import { withLabel } from '#lib/with-label.ts';
import { startSubscription } from '#server/billing/subscriptions/start.ts';
import { type Deps, invalid, notFound, ServiceError } from '#server/core/deps.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import { exchanges } from '#shared/orders/types.ts';
import { planOf, renewalFrom } from '../plan-subscription.ts';
import { duplicate, emptyPurchase, type Product, type Purchase, type SelectionOf } from '../product.ts';
import { dataErrors, decideData } from './data-holdings.ts';
import { requirePerson } from './guards.ts';
import { lockPackages, stopReplaced, subscriptionsOf } from './replace-packages.ts';
import { endSubscriptionOf } from './revocation.ts';

type DataKind = 'market-data' | 'market-data-free';
/** Market data, priced by the declared data status, as the exchanges require. */
export function marketDataProduct({ isFree }: { readonly isFree: boolean }): Product<DataKind> {
  return {
    resolve: (deps, personId, selection) => resolveData(deps, requirePerson(personId), selection, isFree),
    async checkBuyer(_deps, _email, { professional }) {
      if (professional === null) throw invalid({ professional: ['required'] });
    },
    name: ({ packageName, locale, details: { exchanges: chosenExchanges = [] } }) =>
      chosenExchanges.length === 0 ? packageName : withLabel(packageName, chosenExchanges.join(', '), locale),
    findPlan: ({ packages }, packageId) =>
      planOf('market-data', packages.marketData.find(({ id }) => id === packageId)?.billing),
    /** Decides again, now that no other delivery can interfere. */
    async deliver(deps, trx, order, prepared) {
      const { package_id: packageId, platform, person_id: personId, details } = order;
      await lockPackages(trx, personId, 'market-data');
      const request = { packageId, platform, exchanges: details.exchanges ?? [] };
      const decision = await decideData(deps, personId, request, { db: trx, isDelivery: true });
      if (decision.blockedReason !== null) return duplicate;
      await stopReplaced(deps, trx, order, decision.replaces);
      await startSubscription(deps, trx, order, this.findPlan(deps.catalog, order.package_id));
      return prepared;
    },
    revoke: endSubscriptionOf,
    resultRoute: (platform) => platformFacts[platform].routes.marketResult,
  };
}

/** Professionals are charged for the professional package, which nobody else can buy. */
async function resolveData(
  deps: Deps,
  personId: string,
  { kind, packageId, platform, professional, exchanges: chosenExchanges }: SelectionOf<DataKind>,
  isFree: boolean,
): Promise<Purchase> {
  const onSale = deps.catalog.packages.marketData.filter(({ platforms }) => platforms.includes(platform));
  const requested = onSale.find(({ id }) => id === packageId);
  if (!requested || (requested.priceCents === 0) !== isFree) throw notFound();
  if (professional === false && requested.audience === 'professional') {
    throw invalid({ professional: ['data_not_needed'] });
  }
  if (professional === true && isFree) throw invalid({ professional: ['data_not_free'] });
  const audience = professional === true ? 'professional' : requested.audience;
  const charged = audience === requested.audience ? requested : onSale.find((each) => each.audience === audience);
  if (!charged) throw notFound();
  const paidExchanges = charged.perExchange ? exchanges.filter((exchange) => chosenExchanges.includes(exchange)) : [];
  if (charged.perExchange && paidExchanges.length === 0) throw invalid({ exchanges: ['exchange_required'] });
  const priceCents = charged.perExchange ? charged.priceCents * paidExchanges.length : charged.priceCents;
  const request = { packageId: charged.id, platform, exchanges: paidExchanges };
  const decision = await decideData(deps, personId, request);
  if (decision.blockedReason !== null) throw new ServiceError(409, dataErrors[decision.blockedReason]);
  return {
    ...emptyPurchase,
    kind,
    platform,
    packageId: charged.id,
    priceCents,
    renews: renewalFrom(deps, priceCents, charged.billing),
    replaces: subscriptionsOf(decision.replaces),
    details: {
      ...(professional !== null && { professional }),
      ...(charged.perExchange && { exchanges: paidExchanges }),
    },
  };
}
