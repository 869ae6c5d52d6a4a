import type { Locale } from '#i18n/locales.ts';
import { getT } from '#i18n/pages.ts';
import { getCatalog, type Program } from './catalog.ts';
import { getOffers, programs } from './programs.ts';

export function getProgramNames(locale: Locale): Record<Program, string> {
  const t = getT(locale, 'programs');
  return Object.fromEntries(programs.map((program) => [program, t(`name.${program}`)])) as Record<Program, string>;
}

/** Details of each evaluation that a checkout shows before the server's quote. */
export function getPackageDetails(locale: Locale) {
  const names = getProgramNames(locale);
  const { programs: offered } = getCatalog().packages;
  return programs.flatMap(getOffers).map(({ program, size, ...offer }) => ({
    ...offer,
    addOns: offered[program].addOns,
    name: `${names[program]} ${size}`,
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
  const { marketData, platforms } = getCatalog().packages;
  const professional = marketData.find(({ audience }) => audience === 'professional');
  return {
    platforms,
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
