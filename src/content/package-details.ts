import type { Locale } from '#i18n/locales.ts';
import { getT } from '#i18n/t.ts';
import { getCatalog, type Programme } from './catalog.ts';
import { getOffers, programmes } from './programs.ts';

export function getProgrammeNames(locale: Locale): Record<Programme, string> {
  const t = getT(locale, 'programmes');
  return {
    classic: t('name.classic'),
    ascension: t('name.ascension'),
    merit: t('name.merit'),
    premium: t('name.premium'),
  };
}

/** Details of each evaluation that a checkout shows before the server's quote. */
export function getPackageDetails(locale: Locale) {
  const names = getProgrammeNames(locale);
  const { platforms, programmes: offered } = getCatalog().packages;
  return programmes.flatMap(getOffers).map(({ programme, size, ...offer }) => ({
    ...offer,
    addOns: offered[programme].addOns,
    name: `${names[programme]} ${size}`,
    platforms,
  }));
}

function getAddOnDetails() {
  const { addOns } = getCatalog().packages;
  return [
    { id: 'market-data' as const, priceCents: addOns['market-data'].priceCents },
    { id: 'funded-reset' as const, priceCents: addOns['funded-reset'].priceCents },
  ];
}

/** Details that every checkout shows before the server's quote. */
export function getCheckoutDetails(locale: Locale) {
  const professional = getCatalog().packages.marketData.find(({ audience }) => audience === 'professional');
  return {
    packages: getPackageDetails(locale),
    addOns: getAddOnDetails(),
    professionalCents: professional?.priceCents ?? 0,
  };
}

/** Market data packages on offer. A professional pays the professional price instead of the selected one. */
export function getMarketDataDetails() {
  const { marketData } = getCatalog().packages;
  const professional = marketData.find(({ audience }) => audience === 'professional');
  return {
    professionalCents: professional?.priceCents ?? 0,
    dataPackages: marketData
      .filter(({ audience }) => audience === 'non-professional')
      .map(({ id, priceCents, depth, platforms }) => ({ id, priceCents, depth, platforms })),
  };
}
