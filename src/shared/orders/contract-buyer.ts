import * as z from 'zod/mini';
import { companyName, countryCode, latinName, nameFields, optionalText } from '#shared/core/fields.ts';

/** What decides the tax or the contract's language, beside the country. Both are optional. */
export const taxFields = {
  /** Parts of some countries have a tax of their own. Elsewhere it is ignored. */
  postal_code: z._default(optionalText(16, 'invalid', 'postal_code'), ''),
  /** A VAT number with its prefix and valid check digits, of the buyer's country. */
  vat_number: z._default(optionalText(32, 'invalid', 'vat_number'), ''),
};

export const billedToFields = {
  ...nameFields,
  /** As in the passport; required if the name isn’t in Latin letters. */
  latin_name: z._default(latinName, ''),
  country: countryCode,
  /** Printed on the invoice; empty for a private buyer. */
  company_name: z._default(companyName, ''),
  ...taxFields,
};

/** A contract's billing identity as stored; null for a private buyer's company and number. */
export const billedTo = z.object({
  first_name: z.string(),
  last_name: z.string(),
  /** Null if the name is in Latin letters. */
  latin_name: z.optional(z.nullable(z.string())),
  company_name: z.nullable(z.string()),
  country: z.string(),
  postal_code: z.nullable(z.string()),
  vat_number: z.nullable(z.string()),
});
