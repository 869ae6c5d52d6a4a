import type { Deps } from '#server/core/deps.ts';
import { decryptText, encryptText } from '#server/core/encryption.ts';
import type { TaxFormDetails } from '#shared/payouts/payees/tax-form.ts';

export const taxFormContext = (taxFormId: string) => `tax-form:${taxFormId}`;

export function encryptTaxForm({ keys }: Pick<Deps, 'keys'>, id: string, details: TaxFormDetails): string {
  return encryptText(keys, taxFormContext(id), JSON.stringify(details));
}

export function decryptTaxForm(
  { keys }: Pick<Deps, 'keys'>,
  form: { readonly id: string; readonly details: string },
): TaxFormDetails {
  return JSON.parse(decryptText(keys, taxFormContext(form.id), form.details)) as TaxFormDetails;
}
