import type { Deps } from '#server/core/deps.ts';
import { isReverseCharged } from '#shared/orders/reverse-charge.ts';

/** The rate of the VAT contained in what a buyer pays, in basis points: none if the buyer accounts for it. */
export function taxRateOf(deps: Deps, country: string | undefined, vatNumber: string | null = null): number {
  if (country === undefined) return 0;
  const sellerTaxNumber = deps.catalog.site.company.taxNumber;
  return isReverseCharged({ country, vatNumber, sellerTaxNumber }) ? 0 : (deps.catalog.taxes[country] ?? 0);
}
