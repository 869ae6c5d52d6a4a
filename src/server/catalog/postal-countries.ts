import type { Catalog } from '#content/catalog.ts';
import { countriesWithPostalTerritories } from '#shared/orders/tax.ts';

/** Countries whose buyers are asked for their postal code: it decides their tax, their contract’s language or its end. */
export function postalCountries({ taxes, consumerRights }: Pick<Catalog, 'taxes' | 'consumerRights'>) {
  const { contractLanguages, fixedTerms } = consumerRights;
  const rules = [...Object.values(contractLanguages), ...Object.values(fixedTerms)];
  return countriesWithPostalTerritories([...taxes.territories, ...rules]);
}
