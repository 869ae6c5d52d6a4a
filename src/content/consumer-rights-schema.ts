import { z } from 'zod';
import { locales } from '#i18n/locales.ts';
import { coolingOffCauses, productKinds } from '#shared/orders/cancel-contract.ts';
import { hasPostalCodeFormat } from '#shared/orders/tax.ts';
import { billingIntervals, orderKinds } from '#shared/orders/types.ts';
import { localizedText } from './localized-text.ts';
import { isoCountry } from './seller-schemas.ts';

const days = z.int().min(1);
const regionName = z.string().regex(/^[a-z]+$/);
const countries = z.array(isoCountry).min(1);

/** Where a rule of law comes from, and when it was compared with that; `toConfirm` says what is still open. */
const origin = {
  law: z.string().min(1),
  source: z.url(),
  checkedOn: z.iso.date('a day in quotes, as "2026-11-27"'),
  /** A page that repeats the law, if that was compared. */
  via: z.url().optional(),
  toConfirm: z.string().min(1).optional(),
};

const region = z.strictObject({
  countries,
  days,
  earlyStart: z.enum(['by-product', 'keeps-right']),
  hoursFromUtc: z.tuple([z.int().min(-12), z.int().max(14)]).refine(([west, east]) => west <= east, 'west comes first'),
  endsOnWorkingDay: z.boolean(),
  renewals: z
    .strictObject({
      days,
      startsOn: z.iso.date('a day in quotes, as "2027-04-01"'),
      after: z.array(z.enum(coolingOffCauses)).min(1),
      ...origin,
    })
    .optional(),
});

const place = { country: isoCountry, postalCodes: z.array(z.string().regex(/^[A-Z0-9]+$/)).min(1) };
const isReadable = ({ country }: { country: string }) => hasPostalCodeFormat(country);
const unreadable = 'postal codes of this country can’t be read';

const contractLanguage = z
  .strictObject({ ...place, language: z.enum(locales), ...origin })
  .refine(isReadable, unreadable);

const fixedTerm = z
  .strictObject({ ...place, intervals: z.array(z.enum(billingIntervals)).min(1), ...origin })
  .refine(isReadable, unreadable);

const reminderDays = { monthlyDays: days, yearlyDays: days };

const reminderRule = z
  .strictObject({ countries, ...reminderDays, yearlyWithin: z.tuple([days, days]), ...origin })
  .refine(
    ({ yearlyDays, yearlyWithin: [first, last] }) => first <= yearlyDays && yearlyDays <= last,
    'yearlyDays must lie within yearlyWithin, which the law sets',
  );

const cancellationStatement = z.strictObject({
  fields: z.array(z.enum(['kind', 'reason', 'name', 'order', 'endsOn', 'email'])).min(1),
  ...origin,
});

export const consumerRightsSchema = z.strictObject({
  regions: z.record(regionName, region),
  products: z.partialRecord(z.enum(orderKinds), z.strictObject({ kind: z.enum(productKinds), name: localizedText })),
  contractLanguages: z.record(regionName, contractLanguage),
  fixedTerms: z.record(regionName, fixedTerm),
  cancellationStatements: z.record(regionName, cancellationStatement),
  renewalReminders: z.strictObject({
    elsewhere: z.strictObject(reminderDays),
    rules: z.record(regionName, reminderRule),
  }),
});
