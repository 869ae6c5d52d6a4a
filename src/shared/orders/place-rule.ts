import type { TaxedBuyer } from './tax.ts';
import type { BillingInterval } from './types.ts';

export type PlaceRule = { readonly country: string; readonly postalCodes: readonly string[] };

/** Whether a rule holds for a buyer. One whose postal code isn’t known counts as living there. */
export function holdsFor(
  rule: PlaceRule,
  { country, postalCode }: Pick<TaxedBuyer, 'country' | 'postalCode'>,
): boolean {
  const isThere = postalCode === null || rule.postalCodes.some((beginning) => postalCode.startsWith(beginning));
  return rule.country === country && isThere;
}

/** Places whose plans of these intervals may not renew, from content/catalog/consumer-rights.yaml. */
export type FixedTerms = Readonly<Record<string, PlaceRule & { readonly intervals: readonly BillingInterval[] }>>;

/** Whether a buyer’s plan ends with its first period by the law of the place. */
export function endsWithTerm(
  rules: FixedTerms,
  buyer: Pick<TaxedBuyer, 'country' | 'postalCode'>,
  interval: BillingInterval,
): boolean {
  return Object.values(rules).some((rule) => rule.intervals.includes(interval) && holdsFor(rule, buyer));
}
