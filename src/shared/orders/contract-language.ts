import type { Locale } from '#i18n/locales.ts';
import type { TaxedBuyer } from './tax.ts';

/** From content/catalog/consumer-rights.yaml. */
export type ContractLanguages = Readonly<
  Record<string, { readonly country: string; readonly postalCodes: readonly string[]; readonly language: Locale }>
>;

/**
 * The language in which the buyer’s law has the contract delivered before they may choose another; null if it has none.
 * A buyer whose postal code isn’t known counts as living there.
 */
export function findContractLanguage(
  rules: ContractLanguages,
  { country, postalCode }: Pick<TaxedBuyer, 'country' | 'postalCode'>,
): Locale | null {
  const rule = Object.values(rules).find(
    (each) =>
      each.country === country &&
      (postalCode === null || each.postalCodes.some((beginning) => postalCode.startsWith(beginning))),
  );
  return rule?.language ?? null;
}
