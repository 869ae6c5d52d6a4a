import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { locales } from '#i18n/locales.ts';
import { productKinds } from '#shared/orders/cancel-contract.ts';
import { coolingOffCauses, earlyStarts } from '#shared/orders/country-law.ts';
import { hasPostalCodeFormat } from '#shared/orders/tax.ts';
import { billingIntervals, orderKinds } from '#shared/orders/types.ts';
import { ContentError, readYaml } from './content-error.ts';
import { localizedText } from './localized-text.ts';
import { isoCountry } from './seller-schemas.ts';

const days = z.int().min(1);
const dayRange = z.tuple([days, days]);

/** Where a rule of law comes from, when it was compared with that, and who confirmed it. */
const origin = {
  law: z.string().min(1),
  source: z.url(),
  checkedOn: z.iso.date('a day in quotes, as "2026-11-27"'),
  /** A page that repeats the law, if that was compared. */
  via: z.url().optional(),
  /** What is still open. */
  toConfirm: z.string().min(1).optional(),
  /** `pending`, or the name of the counsel who confirmed it and the day. */
  counsel: z.string().min(1),
};

const renewals = z.strictObject({
  days,
  startsOn: z.iso.date('a day in quotes, as "2027-04-01"'),
  after: z.array(z.enum(coolingOffCauses)).min(1),
  ...origin,
});

/** What the law of a place asks for, all optional: nobody has checked what isn't there. */
const obligations = {
  withdrawal: z.strictObject({
    days,
    earlyStart: z.enum(['by-product', ...earlyStarts]),
    hoursFromUtc: z
      .tuple([z.int().min(-12), z.int().max(14)])
      .refine(([west, east]) => west <= east, 'west comes first'),
    endsOnWorkingDay: z.boolean(),
    renewals: renewals.optional(),
    ...origin,
  }),
  refund: z.strictObject({ withinDays: z.int().min(0), ...origin }),
  contractLanguage: z.strictObject({ language: z.enum(locales), ...origin }),
  fixedTerm: z.strictObject({ intervals: z.array(z.enum(billingIntervals)).min(1), ...origin }),
  renewalReminder: z
    .strictObject({ monthlyDays: days, yearlyDays: days, yearlyWithin: dayRange, ...origin })
    .refine(
      ({ yearlyDays, yearlyWithin: [first, last] }) => first <= yearlyDays && yearlyDays <= last,
      'yearlyDays must lie within yearlyWithin, which the law sets',
    ),
  cancellationStatement: z.strictObject({
    fields: z.array(z.enum(['kind', 'reason', 'name', 'order', 'endsOn', 'email'])).min(1),
    ...origin,
  }),
  feeChange: z.strictObject({ within: dayRange, ...origin }),
  fullPrice: z.strictObject(origin),
  faceComparison: z.strictObject(origin),
};

export const obligationNames = Object.keys(obligations) as (keyof typeof obligations)[];

export const placeSchema = z
  .strictObject({
    countries: z.array(isoCountry).min(1),
    postalCodes: z
      .array(z.string().regex(/^[A-Z0-9]+$/))
      .min(1)
      .optional(),
    /** What several countries are called together. */
    name: localizedText.optional(),
    /** What keeps an obligation from being stated at all. */
    toConfirm: z.string().min(1).optional(),
    ...z.object(obligations).partial().shape,
  })
  .refine(
    ({ countries, postalCodes }) => !postalCodes || countries.every(hasPostalCodeFormat),
    'postal codes of this country can’t be read',
  );

const generalSchema = z.strictObject({
  products: z.partialRecord(z.enum(orderKinds), z.strictObject({ kind: z.enum(productKinds), name: localizedText })),
  renewalReminder: z.strictObject({ monthlyDays: days, yearlyDays: days }),
  /** What the table of the terms says. */
  earlyStarts: z.record(z.enum(['by-product', ...earlyStarts]), localizedText),
});

export type LawfulPlace = z.infer<typeof placeSchema>;
export type ConsumerRights = z.infer<typeof generalSchema> & { readonly places: Readonly<Record<string, LawfulPlace>> };

/** The law of every place that has a file, by the file's name. @throws {ContentError} also if two files oblige to the same */
export function readConsumerRights(folder: string): ConsumerRights {
  const read = <Schema extends z.ZodType>(file: string, schema: Schema) =>
    readYaml(readFileSync(resolve(folder, 'catalog', file), 'utf8'), `content/catalog/${file}`, schema);
  const files = readdirSync(resolve(folder, 'catalog/countries')).toSorted();
  const places = Object.fromEntries(
    files.map((file) => [file.replace(/\.yaml$/, ''), read(`countries/${file}`, placeSchema)]),
  );
  const stated = new Map<string, string>();
  for (const [name, place] of Object.entries(places))
    for (const obligation of obligationNames.filter((each) => place[each] !== undefined && !place.postalCodes))
      for (const country of place.countries) {
        const other = stated.get(`${country} ${obligation}`);
        if (other !== undefined)
          throw new ContentError([
            `content/catalog/countries/${name}.yaml: ${obligation} of ${country} is also in ${other}.yaml: keep one of them`,
          ]);
        stated.set(`${country} ${obligation}`, name);
      }
  return { ...read('consumer-rights.yaml', generalSchema), places };
}

/**
 * The operator's start list: countries sold to whose law nobody has looked up, and obligations that no counsel has confirmed.
 * @param sold ISO 3166-1 codes
 */
export function findUncheckedLaw({ places }: Pick<ConsumerRights, 'places'>, sold: readonly string[]): string[] {
  const named = Object.entries(places);
  const unknown = sold.filter((country) => !named.some(([, { countries }]) => countries.includes(country)));
  const pending = named.filter(
    ([, place]) => place.toConfirm !== undefined || obligationNames.some((name) => place[name]?.counsel === 'pending'),
  );
  return [
    ...(unknown.length === 0
      ? []
      : [
          `content/catalog/countries: no file says what the law gives buyers in ${unknown.join(', ')}: they see only what is true anywhere. Let your counsel add a file, or refuse them in content/catalog/countries.yaml.`,
        ]),
    ...(pending.length === 0
      ? []
      : [
          `content/catalog/countries: no counsel has confirmed ${pending.map(([name]) => name).join(', ')}: let yours do so, and set counsel.`,
        ]),
  ];
}
