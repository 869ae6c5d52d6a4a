import { z } from 'zod';
import { defaultLocale, type Locale, locales } from '../i18n/locales.ts';

const text = z.string().min(1);

const texts = z
  .partialRecord(z.enum(locales), text)
  .refine((given) => given[defaultLocale] !== undefined, `write it in English first, as ${defaultLocale}: …`);

/** A short text of a YAML file by language, falling back to English; `npm run content` lists the gaps. */
export const localizedText = texts.transform((given) => {
  const entries = locales.map((locale) => [locale, given[locale] ?? given[defaultLocale]]);
  return Object.fromEntries(entries) as Readonly<Record<Locale, string>>;
});
