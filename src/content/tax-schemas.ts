import { z } from 'zod';
import { approximateCurrencies } from '#shared/orders/approximate-total.ts';
import { hasPostalCodeFormat, taxNames } from '#shared/orders/tax.ts';

const basisPoints = z.int().min(0).max(10_000);
const checkedOn = z.iso.date('a day in quotes, as "2026-11-26"');
const prefix = z.string().regex(/^[A-Z]{2}$/);

export const taxesSchema = z
  .strictObject({
    sources: z.record(z.string(), z.url()),
    reverseCharge: z.array(
      z.strictObject({ prefixes: z.array(prefix).min(1), law: z.string(), source: z.string(), checkedOn }),
    ),
    territories: z.array(
      z.strictObject({
        country: prefix,
        postalCodes: z
          .array(z.string().regex(/^[A-Z0-9]{1,7}(-[A-Z0-9]{1,7})?$/, 'a beginning such as "35", or a range of them'))
          .min(1)
          .optional(),
        tax: z.enum(taxNames),
        rateBps: basisPoints,
        vatPrefix: prefix.optional(),
        source: z.string(),
        checkedOn,
      }),
    ),
  })
  .refine(
    ({ sources, territories, reverseCharge }) =>
      [...territories, ...reverseCharge].every(({ source }) => source in sources),
    'each source is one of those at the top',
  )
  .refine(
    ({ territories }) =>
      territories.every(({ country, postalCodes }) => postalCodes === undefined || hasPostalCodeFormat(country)),
    'postalCodes are only for countries in postalCodeFormats of src/shared/orders/tax.ts',
  );

/** Reporting thresholds by calendar year. A year without one can't be reported. */
export const taxFormsSchema = z.strictObject({
  nonemployeeCompensationFromCents: z.record(z.string().regex(/^20\d{2}$/), z.int().min(0)),
});

/** Rates for approximate amounts; `perDollar` units of a currency are worth a dollar. */
export const exchangeRatesSchema = z.strictObject({
  sample: z.boolean(),
  statedOn: checkedOn,
  source: z.url(),
  rates: z.record(
    z.enum(approximateCurrencies),
    z.strictObject({ perDollar: z.number().positive(), countries: z.array(prefix).min(1) }),
  ),
});
