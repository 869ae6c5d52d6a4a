import { getCatalog, type Program } from '#content/catalog.ts';
import { getOffers } from '#content/programs.ts';
import { findDiscountedCents, findPromotion } from '#content/promotion.ts';
import type { Locale } from '#i18n/locales.ts';
import { getT } from '#i18n/pages.ts';
import { pathTo } from '#routes.ts';
import { programRoutes } from '#shared/catalog/programs.ts';
import { breadcrumbData, structured, toUrl } from '../site/structured.ts';

/** Structured data for a program as a product with one offer per size, and its breadcrumbs. */
export function getProgramData(program: Program, locale: Locale): readonly object[] {
  const t = getT(locale, 'programs');
  const name = t(`name.${program}`);
  const { site } = getCatalog();
  const path = pathTo(programRoutes[program], {}, locale);
  const offers = getOffers(program).map(({ id, size, priceCents }) => ({
    '@type': 'Offer',
    name: `${name} ${size}`,
    ...priceOf({ program, priceCents }, locale),
    availability: 'https://schema.org/InStock',
    url: toUrl(pathTo('checkout', { packageId: id }, locale)),
  }));
  return [
    breadcrumbData([
      { name: getT(locale, 'common')('home'), path: pathTo('home', {}, locale) },
      { name: getT(locale, 'nav')('accounts'), path: pathTo('evaluations', {}, locale) },
      { name, path },
    ]),
    structured('Product', {
      name: `${site.name} ${name}`,
      description: t(`description.${program}`),
      brand: { '@type': 'Brand', name: site.name },
      url: toUrl(path),
      offers,
    }),
  ];
}

/** What the checkout charges: while a promotion runs, its price, with its end and the regular one that it replaces. */
function priceOf(offer: Parameters<typeof findDiscountedCents>[0], locale: Locale) {
  const { currency: priceCurrency } = getCatalog().packages;
  const price = (cents: number) => ({ price: (cents / 100).toFixed(2), priceCurrency });
  const endsAt = findPromotion(locale)?.endsAt ?? 0;
  const discountedCents = endsAt > Date.now() ? findDiscountedCents(offer) : undefined;
  if (discountedCents === undefined) return price(offer.priceCents);
  const regular = { '@type': 'UnitPriceSpecification', priceType: 'https://schema.org/StrikethroughPrice' };
  return {
    ...price(discountedCents),
    priceValidUntil: new Date(endsAt).toISOString(),
    priceSpecification: { ...regular, ...price(offer.priceCents) },
  };
}

/** Structured data for the copier as a product with one offer per package. */
export function getThorData(locale: Locale): object {
  const { site, packages } = getCatalog();
  const t = getT(locale, 'pages');
  const url = toUrl(pathTo('thor', {}, locale));
  const offers = packages.thor.map(({ priceCents, followers }) => ({
    '@type': 'Offer',
    name: t('followers', { count: followers }),
    price: (priceCents / 100).toFixed(2),
    priceCurrency: packages.currency,
    url,
  }));
  return structured('Product', {
    name: `${site.name} Thor`,
    brand: { '@type': 'Brand', name: site.name },
    url,
    offers,
  });
}

export function getReviewData(locale: Locale): object {
  const { site, packages } = getCatalog();
  const url = toUrl(pathTo('performanceReview', {}, locale));
  return structured('Product', {
    name: getT(locale, 'nav')('performanceReview'),
    brand: { '@type': 'Brand', name: site.name },
    url,
    offers: {
      '@type': 'Offer',
      price: (packages.performanceReview.priceCents / 100).toFixed(2),
      priceCurrency: packages.currency,
      url,
    },
  });
}
