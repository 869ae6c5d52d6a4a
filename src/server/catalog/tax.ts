import type { Deps } from '#server/core/deps.ts';
import { fitsCountry, type Tax, type TaxedBuyer, taxOf } from '#shared/orders/tax.ts';

/** The tax contained in what a buyer pays; none without a country. */
export function readTax({ catalog }: Pick<Deps, 'catalog'>, buyer: TaxedBuyer): Tax {
  return taxOf(catalog.taxes, buyer, catalog.site.company.country);
}

/** The tax as an order keeps it, with the buyer's VAT number unless it is of another country than the tax. */
export function taxColumns(deps: Pick<Deps, 'catalog'>, buyer: TaxedBuyer) {
  const { name, rateBps } = readTax(deps, buyer);
  const { vatNumber } = buyer;
  const fits = vatNumber !== null && fitsCountry(deps.catalog.taxes, vatNumber, buyer);
  return { tax_name: name, tax_bps: rateBps, vat_number: fits ? vatNumber : null };
}
