import { z } from 'zod';
import { countryCodes } from '#lib/country-codes.ts';
import { localizedText } from './localized-text.ts';

export const isoCountry = z
  .string()
  .refine((code) => countryCodes.has(code), 'write a country’s two capital letters, as FR (ISO 3166-1)');

/** Names of duties, such as `certified-invoices`. */
export const dutyName = z.string().regex(/^[a-z0-9-]+$/, 'a duty is small letters and hyphens, as e-invoicing');

/** People whom a firm names where it sells and isn't established. */
export const contactRoles = ['eu-representative', 'uk-representative', 'lgpd-officer', 'law-25-officer'] as const;

const companyDetails = ['registration', 'capital', 'complaintsBook', 'mediator'] as const;

const day = z.iso.date('a day in quotes, as "2026-11-27"');
const source = { source: z.url(), statedOn: day, checkedOn: day.optional(), via: z.url().optional() };

const duty = { duty: dutyName, what: z.string().min(1), ...source };

export const sellerObligationsSchema = z.strictObject({
  countries: z.record(
    isoCountry,
    z.array(
      z.discriminatedUnion('means', [
        z.strictObject({ ...duty, means: z.literal('program') }),
        z.strictObject({ ...duty, means: z.literal('detail'), detail: z.enum(companyDetails) }),
        z.strictObject({ ...duty, means: z.literal('outside') }),
      ]),
    ),
  ),
  contacts: z.record(
    z.enum(contactRoles),
    z.strictObject({
      buyers: z.array(isoCountry).min(1),
      notFor: z.array(isoCountry),
      label: localizedText,
      ...source,
    }),
  ),
  mediation: z.strictObject({ named: localizedText, none: localizedText }),
});
