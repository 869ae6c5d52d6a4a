import { countryName } from './country-name.ts';

type Address = { readonly address: readonly string[]; readonly country: string };

/** An address's lines, the last of which is its country in the reader's language. */
export function addressLines({ address, country }: Address, locale: string): string[] {
  return [...address, countryName(country, locale)];
}
