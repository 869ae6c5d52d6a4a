import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { locales } from '#i18n/locales.ts';
import { readYaml } from './content-error.ts';
import { localizedText } from './localized-text.ts';

const testimonial = z.strictObject({
  name: z
    .string({ error: 'is missing: write the person’s own name' })
    .min(2, 'is too short: write the person’s own name'),
  country: z
    .string({ error: 'is missing: write it as FR' })
    .regex(/^[A-Z]{2}$/, 'is not a country code: write it as FR'),
  saidAt: z.coerce.date({ error: 'is not a date: write it as 2026-11-20' }),
  language: z.enum(locales, { error: `is not one of ${locales.join(', ')}` }),
  certificate: z.url({ error: 'is not a URL: a quote needs a certificate' }),
  receives: localizedText.nullable(),
  text: localizedText,
});

export type Testimonial = z.infer<typeof testimonial>;

const where = 'content/testimonials.yaml';

/** @throws {ContentError} with one sentence per invalid field that tells the editor what to change */
export function readTestimonials(source: string): readonly Testimonial[] {
  return readYaml(source, where, z.array(testimonial), {
    describe: ({ path: [index, ...field], message }) => {
      const entry = typeof index === 'number' ? `entry ${index + 1}, ` : '';
      return `${entry}${field.join('.')} ${message}`;
    },
  });
}

export function getTestimonials(): readonly Testimonial[] {
  return readTestimonials(readFileSync(resolve(where), 'utf8'));
}
