import type { AccountRules } from '#shared/accounts/rules/types.ts';
import { type EvaluationPackage, getAccountRules, getCatalog, type Programme, type Size } from './catalog.ts';

export const programmes = ['classic', 'ascension', 'merit', 'premium'] as const satisfies readonly Programme[];

/** The example size in charts and rule texts. Every programme is sold in it. */
export const exampleSize = '50K' satisfies Size;

export type Offer = EvaluationPackage & { readonly rules: AccountRules };

/** All sizes of a programme under the rules on sale, smallest first. */
export function getOffers(programme: Programme): readonly Offer[] {
  const catalog = getCatalog();
  return catalog.packages.evaluations
    .filter((entry) => entry.programme === programme)
    .map((entry) => ({
      ...entry,
      rules: getAccountRules(catalog, catalog.packages.rulesVersion, programme, entry.size),
    }));
}

export function getExamplePackage(programme: Programme): Offer {
  const offer = getOffers(programme).find(({ size }) => size === exampleSize);
  if (!offer) throw new Error(`content/catalog/packages.yaml: ${programme} has no ${exampleSize}`);
  return offer;
}

export function getLowestPriceCents(offers: readonly { readonly priceCents: number }[]): number {
  return Math.min(...offers.map(({ priceCents }) => priceCents));
}

/** Lowest and highest price of all evaluations. */
export function getPriceRange(): { readonly lowestCents: number; readonly highestCents: number } {
  const prices = getCatalog().packages.evaluations.map(({ priceCents }) => priceCents);
  return { lowestCents: Math.min(...prices), highestCents: Math.max(...prices) };
}

export function getSizes(): readonly Size[] {
  return [...new Set(getCatalog().packages.evaluations.map(({ size }) => size))];
}
