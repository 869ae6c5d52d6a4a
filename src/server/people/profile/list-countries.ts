import type { Catalog } from '#content/catalog.ts';
import type { Locale } from '#i18n/locales.ts';
import { countryCodes } from '#lib/country-codes.ts';
import { countryName } from '#lib/country-name.ts';
import { postalCountries } from '#server/catalog/postal-countries.ts';

/** `asksPostalCode`: whether its tax or the language of the contract depends on the postal code. */
export type Country = { code: string; name: string; asksPostalCode: boolean };

/** Territories without residents, such as Antarctica and remote French, British and US islands. */
const uninhabited = new Set(['AQ', 'BV', 'HM', 'TF', 'GS', 'IO', 'UM']);

/** Countries of residence that we accept, named and sorted in the reader's language. */
export function listCountries(catalog: Catalog, locale: Locale): Country[] {
  const withParts = postalCountries(catalog);
  return [...countryCodes]
    .filter((code) => isAcceptedCountry(catalog, code))
    .map((code) => ({ code, name: countryName(code, locale), asksPostalCode: withParts.has(code) }))
    .sort((left, right) => left.name.localeCompare(right.name, locale));
}

export function isAcceptedCountry(catalog: Catalog, code: string): boolean {
  return countryCodes.has(code) && !uninhabited.has(code) && !catalog.countries.refused.includes(code);
}
