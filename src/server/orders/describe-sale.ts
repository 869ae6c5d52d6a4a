import { type Locale, locales } from '#i18n/locales.ts';
import { readTax } from '#server/catalog/tax.ts';
import type { Deps } from '#server/core/deps.ts';
import { findApproximateTotal } from '#shared/orders/approximate-total.ts';
import { type CancellationRight, findCancellationRight, needsStartConsent } from '#shared/orders/cancel-contract.ts';
import { endsWithTerm, findObligation } from '#shared/orders/country-law.ts';
import { includedTaxCents } from '#shared/orders/included-tax.ts';
import type { TaxedBuyer } from '#shared/orders/tax.ts';
import type { Purchase } from './product.ts';
import type { OrderRow } from './tables.ts';

type SoldOrder = Pick<OrderRow, 'kind' | 'country' | 'total_cents'>;

/** What decides whether starting an order needs the buyer's consent. */
export function saleOf({ catalog }: Pick<Deps, 'catalog'>, { kind, country, total_cents: totalCents }: SoldOrder) {
  return { right: findCancellationRight(catalog.consumerRights, { country, kind }), totalCents };
}

export function describeRight(right: CancellationRight | null) {
  return right && { days: right.days, earlyStart: right.earlyStart };
}

type OfferedSale = {
  readonly purchase: Pick<Purchase, 'kind' | 'renews' | 'subscription'>;
  readonly buyer: TaxedBuyer;
  readonly totalCents: number;
  readonly locale: Locale;
};

/** What the law of the buyer's place makes of a sale: for the checkout, and for the back office's page of the place. */
export function describeLaw(
  { catalog, env, clock }: Pick<Deps, 'catalog' | 'env' | 'clock'>,
  { purchase: { kind, renews, subscription }, buyer, totalCents, locale }: OfferedSale,
) {
  const { exchangeRates, consumerRights } = catalog;
  const { places, products } = consumerRights;
  const { right } = saleOf({ catalog }, { kind, country: buyer.country, total_cents: totalCents });
  const { name, rateBps } = readTax({ catalog }, buyer);
  const isNew = subscription === null;
  const renewal = renews && isNew && endsWithTerm(places, buyer, renews.billingInterval) ? null : renews;
  // An order that continues a contract, such as a renewal, is in its language.
  const language = products[kind] && findObligation(places, 'contractLanguage', buyer)?.language;
  return {
    approximateTotal:
      exchangeRates.sample && env.production
        ? null
        : findApproximateTotal(exchangeRates, buyer.country, totalCents, clock().getTime()),
    tax: { name, includedCents: includedTaxCents(totalCents, rateBps), rateBps },
    renewal,
    contractFirstIn: locales.find((each) => each === language && each !== locale) ?? null,
    needsRenewalConsent: renewal !== null && isNew,
    needsStartConsent: needsStartConsent({ right, totalCents }),
    cancellationRight: describeRight(right),
  };
}
