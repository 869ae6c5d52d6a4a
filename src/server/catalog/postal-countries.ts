import type { Catalog } from '#content/catalog.ts';
import { countriesWithPostalTerritories } from '#shared/orders/tax.ts';

/** Countries whose buyers are asked for their postal code: it decides their tax or the language of their contract. */
export function postalCountries({ taxes, consumerRights }: Pick<Catalog, 'taxes' | 'consumerRights'>) {
  return countriesWithPostalTerritories([...taxes.territories, ...Object.values(consumerRights.contractLanguages)]);
}
