import * as z from 'zod/mini';
import { currentZoneName, isTimeZone } from '#lib/user-time-zone.ts';
import type { Schema } from './call.ts';
import { countryCode, lastName, latinName, optionalText, personName, token } from './fields.ts';

export type ProfileField = {
  /** What the form accepts. A field that isn't sent doesn't change. */
  readonly input: Schema;
  /** What the person’s own browser receives. */
  readonly output: Schema;
  /** Replaces the value when the profile is deleted, and in responses until the email address is verified. */
  readonly empty: '' | null;
  /** Text fields appear in the list’s order, two in a row. `details-card.tsx` places each select and lists its options. */
  readonly control: 'text' | 'select';
  readonly autoComplete?: string;
};

/** Empty text removes the stored value. */
const clearable = (text: z.ZodMiniString<string>) =>
  z.optional(
    z.pipe(
      text,
      z.transform((entered) => (entered === '' ? null : entered)),
    ),
  );

/**
 * What people enter about themselves. A field has one name everywhere: on the wire, as the column of `person`, and as
 * the key of its label. The language, stored as `locale`, and the picture, stored in its own table, are separate.
 */
export const profileFields = {
  first_name: {
    input: personName,
    output: z.string(),
    empty: '',
    control: 'text',
    autoComplete: 'given-name',
  },
  last_name: {
    input: lastName,
    output: z.string(),
    empty: '',
    control: 'text',
    autoComplete: 'family-name',
  },
  /** As in the passport, if the name isn’t in Latin letters. */
  latin_name: {
    input: clearable(latinName),
    output: z.nullable(z.string()),
    empty: null,
    control: 'text',
  },
  country: {
    input: countryCode,
    output: z.string(),
    empty: '',
    control: 'select',
    autoComplete: 'country',
  },
  /** Asked where a country's tax depends on it. */
  postal_code: {
    input: clearable(optionalText(16, 'invalid', 'postal_code')),
    output: z.nullable(z.string()),
    empty: null,
    control: 'select',
    autoComplete: 'postal-code',
  },
  /** IANA, such as `Europe/Lisbon`; null for the browser’s own. */
  time_zone: {
    input: clearable(
      token(64, 'invalid', 'invalid').check(
        z.refine((zone) => zone === '' || isTimeZone(zone), 'invalid'),
        z.overwrite(currentZoneName),
      ),
    ),
    output: z.nullable(z.string()),
    empty: null,
    control: 'select',
  },
} as const satisfies Readonly<Record<string, ProfileField>>;

export type ProfileFieldName = keyof typeof profileFields;

export const profileFieldNames = Object.keys(profileFields) as readonly ProfileFieldName[];
