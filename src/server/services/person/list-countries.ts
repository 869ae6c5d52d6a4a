import countries from 'i18n-iso-countries';
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import fr from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import pt from 'i18n-iso-countries/langs/pt.json' with { type: 'json' };
import type { Catalog } from '../../../content/catalog.ts';
import type { Locale } from '../../../i18n/locales.ts';

for (const language of [en, fr, pt]) countries.registerLocale(language);

export type Country = { code: string; name: string };

/** Countries whose residents are accepted, named and sorted in the reader's language. */
export function listCountries(catalog: Catalog, locale: Locale): Country[] {
  const names = countries.getNames(locale, { select: 'official' });
  return Object.entries(names)
    .filter(([code]) => !catalog.countries.refused.includes(code))
    .map(([code, name]) => ({ code, name }))
    .sort((left, right) => left.name.localeCompare(right.name, locale));
}

export function isAcceptedCountry(catalog: Catalog, code: string): boolean {
  return countries.isValid(code) && !catalog.countries.refused.includes(code);
}
