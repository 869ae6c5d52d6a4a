import type { Catalog } from '#content/catalog.ts';
import { countriesWithPostalTerritories } from '#shared/orders/tax.ts';

/** Countries whose buyers are asked for their postal code: it decides their tax, their contract’s language or its end. */
export function postalCountries({ taxes, consumerRights }: Pick<Catalog, 'taxes' | 'consumerRights'>) {
  const parts = Object.values(consumerRights.places).flatMap(({ countries, ...place }) =>
    countries.map((country) => ({ ...place, country })),
  );
  return countriesWithPostalTerritories([...taxes.territories, ...parts]);
}
