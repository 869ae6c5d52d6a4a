// The package's main entry also loads the countries' names in eighty languages.
import countries from 'i18n-iso-countries/index.js';
import type { Catalog } from '#content/catalog.ts';
import type { Locale } from '#i18n/locales.ts';
import { countryName } from '#lib/country-name.ts';

export type Country = { code: string; name: string };

/** Territories without residents, such as Antarctica and remote French, British and US islands. */
const uninhabited = new Set(['AQ', 'BV', 'HM', 'TF', 'GS', 'IO', 'UM']);

/** Countries of residence that we accept, named and sorted in the reader's language. */
export function listCountries(catalog: Catalog, locale: Locale): Country[] {
  return Object.keys(countries.getAlpha2Codes())
    .filter((code) => isAcceptedCountry(catalog, code))
    .map((code) => ({ code, name: countryName(code, locale) }))
    .sort((left, right) => left.name.localeCompare(right.name, locale));
}

export function isAcceptedCountry(catalog: Catalog, code: string): boolean {
  return countries.isValid(code) && !uninhabited.has(code) && !catalog.countries.refused.includes(code);
}
