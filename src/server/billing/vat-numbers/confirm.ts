import { readTax } from '#server/catalog/tax.ts';
import { type Deps, invalid } from '#server/core/deps.ts';
import { isReverseCharge, type TaxedBuyer } from '#shared/orders/tax.ts';
import type { VatAnswer } from '../ports/tax-numbers/tax-numbers.ts';

/** What a register said of an order's VAT number, and when, in milliseconds since 1970. */
export type VatCheck = VatAnswer & { readonly at: number };

/**
 * Asks the register of a number that spares its buyer the tax. A register that can't be asked stops no sale:
 * `confirmVatNumbers` asks again.
 * @returns null if nothing depends on a number
 * @throws {ServiceError} 422 if it isn't registered
 */
export async function confirmVatNumber(deps: Deps, buyer: TaxedBuyer): Promise<VatCheck | null> {
  if (buyer.vatNumber === null || !isReverseCharge(readTax(deps, buyer))) return null;
  const answer = await deps.taxNumbers.confirm(buyer.vatNumber);
  if (answer.status === 'invalid') throw invalid({ vat_number: ['vat_number_unregistered'] });
  return { ...answer, at: deps.clock().getTime() };
}
