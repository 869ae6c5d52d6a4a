import type { Deps } from '#server/core/deps.ts';
import { type Tax, type TaxedBuyer, taxOf } from '#shared/orders/tax.ts';

/** The tax contained in what a buyer pays; none without a country. */
export function readTax({ catalog }: Pick<Deps, 'catalog'>, buyer: TaxedBuyer): Tax {
  return taxOf(catalog.taxes, buyer, catalog.site.company.country);
}

/** The tax as an order keeps it. */
export function taxColumns(deps: Pick<Deps, 'catalog'>, buyer: TaxedBuyer) {
  const { name, rateBps } = readTax(deps, buyer);
  return { tax_name: name, tax_bps: rateBps };
}
