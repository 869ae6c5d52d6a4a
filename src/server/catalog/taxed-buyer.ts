import { lacksLatinName } from '#lib/person-name.ts';
import { type Deps, invalid } from '#server/core/deps.ts';
import type { ValidationErrors } from '#shared/core/envelope.ts';
import { fitsCountry, readPostalCode, type TaxedBuyer } from '#shared/orders/tax.ts';
import { postalCountries } from './postal-countries.ts';
import { readVatNumber } from './vat-number.ts';

type Typed = { readonly country: string; readonly postal_code: string; readonly vat_number: string };

/**
 * What the tax and the contract’s language depend on, as far as it can be read. A quote ignores the errors, because its buyer is still typing; an
 * order is refused with them.
 */
export async function readTaxedBuyer({ catalog, taxNumbers }: Deps, typed: Typed) {
  const { country } = typed;
  const asksPostalCode = typed.postal_code !== '' && postalCountries(catalog).has(country);
  const postalCode = asksPostalCode ? readPostalCode(country, typed.postal_code) : null;
  const number = typed.vat_number === '' ? null : await readVatNumber(typed.vat_number, taxNumbers);
  const isForeign = number !== null && !fitsCountry(catalog.taxes, number, { country, postalCode });
  const buyer: TaxedBuyer = { country, postalCode, vatNumber: isForeign ? null : number };
  const errors: ValidationErrors = {
    ...(asksPostalCode && postalCode === null && { postal_code: ['postal_code'] }),
    ...(typed.vat_number !== '' && number === null && { vat_number: ['vat_number'] }),
    ...(isForeign && { vat_number: ['vat_number_country'] }),
  };
  return { buyer, errors };
}

/** @throws {ServiceError} 422 for a name that no paper can print, an invalid or foreign VAT number, one without a company name, and a wrong postal code */
export function checkTaxedBuyer(
  form: Parameters<typeof lacksLatinName>[0] & { readonly company_name: string },
  { buyer, errors }: Awaited<ReturnType<typeof readTaxedBuyer>>,
): void {
  if (lacksLatinName(form)) throw invalid({ latin_name: ['latin_name'] });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  if (buyer.vatNumber !== null && form.company_name === '') throw invalid({ company_name: ['company_name'] });
}
