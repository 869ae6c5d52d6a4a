import type { AccountRules } from '../domain/rules/types.ts';
import { type EvaluationPackage, getAccountRules, getCatalog, type Programme } from './catalog.ts';

/** The programmes' names are names: they are the same in every language. */
export const programmeNames = {
  classic: 'Classic',
  ascension: 'Ascension',
  merit: 'Merit',
  premium: 'Premium',
} as const satisfies Record<Programme, string>;

export function nameOfPackage({ programme, size }: Pick<EvaluationPackage, 'programme' | 'size'>): string {
  return `${programmeNames[programme]} ${size}`;
}

/** What the checkout tells of each package before the server is asked for the price. */
export function getPackageFacts() {
  const catalog = getCatalog();
  const { evaluations, platforms, rulesVersion } = catalog.packages;
  return evaluations.map((entry) => ({
    id: entry.id,
    name: nameOfPackage(entry),
    billing: entry.billing,
    priceCents: entry.priceCents,
    resetPriceCents: entry.resetPriceCents,
    activationPriceCents: entry.activationPriceCents,
    platforms,
    rules: getAccountRules(catalog, rulesVersion, entry.programme, entry.size) satisfies AccountRules,
  }));
}

export function getAddOnFacts() {
  const { addOns } = getCatalog().packages;
  return (['market-data', 'funded-reset'] as const).map((id) => ({ id, priceCents: addOns[id].priceCents }));
}

export function getPackageNames(): Readonly<Record<string, string>> {
  return Object.fromEntries(getCatalog().packages.evaluations.map((entry) => [entry.id, nameOfPackage(entry)]));
}
