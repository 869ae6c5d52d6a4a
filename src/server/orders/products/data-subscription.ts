import { startSubscription } from '#server/billing/subscriptions/start.ts';
import type { Deps } from '#server/core/deps.ts';
import { invalid, notFound, ServiceError } from '#server/core/errors.ts';
import { exchanges } from '#shared/orders/types.ts';
import { planOf, renewalFrom } from '../plan.ts';
import { emptyPurchase, type Product, type Purchase, type SelectionOf } from '../product.ts';
import { requirePerson } from './guards.ts';
import { listIncludedData } from './included-data.ts';
import { endSubscriptionOf } from './revocation.ts';

type DataKind = 'market-data' | 'market-data-free';
type Options = { readonly isFree: boolean; readonly resultRoute: Product['resultRoute'] };

/** Market data, priced by the declared data status, as the exchanges require. */
export function marketDataProduct({ isFree, resultRoute }: Options): Product<DataKind> {
  return {
    resolve: (deps, personId, selection) => resolveData(deps, requirePerson(personId), selection, isFree),
    async checkBuyer(_deps, _email, { professional }) {
      if (professional === null) throw invalid({ professional: ['required'] });
    },
    name: ({ packageName, details: { exchanges: chosenExchanges = [] } }) =>
      chosenExchanges.length === 0 ? packageName : `${packageName}: ${chosenExchanges.join(', ')}`,
    findPlan: ({ packages }, packageId) =>
      planOf('market-data', packages.marketData.find(({ id }) => id === packageId)?.billing),
    async deliver(deps, trx, order, prepared) {
      await startSubscription(deps, trx, order, this.findPlan(deps.catalog, order.package_id));
      return prepared;
    },
    revoke: endSubscriptionOf,
    resultRoute,
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
  const included = await listIncludedData(deps, personId);
  if (included.some((each) => each.packageId === charged.id && each.platform === platform)) {
    throw new ServiceError(409, 'data_included');
  }
  const running = await deps.db
    .selectFrom('subscription')
    .select('id')
    .where('person_id', '=', personId)
    .where('kind', '=', 'market-data')
    .where('package_id', '=', charged.id)
    .where('platform', '=', platform)
    .where('status', '<>', 'ended')
    .executeTakeFirst();
  if (running) throw new ServiceError(409, 'data_running');
  return {
    ...emptyPurchase,
    kind,
    platform,
    packageId: charged.id,
    priceCents,
    renews: renewalFrom(deps, priceCents, charged.billing),
    details: {
      ...(professional !== null && { professional }),
      ...(charged.perExchange && { exchanges: paidExchanges }),
    },
  };
}
