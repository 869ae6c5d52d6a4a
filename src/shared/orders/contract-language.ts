import type { Locale } from '#i18n/locales.ts';
import { holdsFor, type PlaceRule } from './place-rule.ts';
import type { TaxedBuyer } from './tax.ts';

/** From content/catalog/consumer-rights.yaml. */
export type ContractLanguages = Readonly<Record<string, PlaceRule & { readonly language: Locale }>>;

/** The language in which the buyer’s law has the contract delivered before they may choose another; null if it has none. */
export function findContractLanguage(
  rules: ContractLanguages,
  buyer: Pick<TaxedBuyer, 'country' | 'postalCode'>,
): Locale | null {
  return Object.values(rules).find((rule) => holdsFor(rule, buyer))?.language ?? null;
}
