import { pick } from '#lib/pick.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { programs } from '#shared/catalog/programs.ts';
import type { PaidTerms } from '#shared/replay/odds/life.ts';
import { type EvaluationPackage, getCatalog, type Program, type Size } from './catalog.ts';
import { soldAccountOf } from './economics.ts';

export { programs };

/** The example size in charts and rule texts. Every program is sold in it. */
export const exampleSize = '50K' satisfies Size;

export type Offer = EvaluationPackage & { readonly rules: AccountRules; readonly payout: PaidTerms };

/** All sizes of a program under the rules on sale, smallest first. */
export function getOffers(program: Program): readonly Offer[] {
  const catalog = getCatalog();
  return catalog.packages.evaluations
    .filter((entry) => entry.program === program)
    .map((entry) => ({
      ...entry,
      ...pick(soldAccountOf(catalog, catalog.packages.rulesVersion, entry), ['rules', 'payout']),
    }));
}

export function getExamplePackage(program: Program): Offer {
  const offer = getOffers(program).find(({ size }) => size === exampleSize);
  if (!offer) throw new Error(`content/catalog/packages.yaml: ${program} has no ${exampleSize}`);
  return offer;
}

export function getLowestPriceCents(offers: readonly { readonly priceCents: number }[]): number {
  return Math.min(...offers.map(({ priceCents }) => priceCents));
}

export function getPriceRange(): { readonly lowest: EvaluationPackage; readonly highest: EvaluationPackage } {
  const sorted = getCatalog().packages.evaluations.toSorted((left, right) => left.priceCents - right.priceCents);
  const [lowest] = sorted;
  const highest = sorted.at(-1);
  if (!lowest || !highest) throw new Error('content/catalog/packages.yaml: no evaluations');
  return { lowest, highest };
}

export function getSizes(): readonly Size[] {
  return [...new Set(getCatalog().packages.evaluations.map(({ size }) => size))];
}
