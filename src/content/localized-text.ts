import { z } from 'zod';
import { defaultLocale, locales } from '#i18n/locales.ts';
import { completeText, type WrittenText } from '#i18n/localized.ts';

const text = z.string().min(1);

const texts = z
  .partialRecord(z.enum(locales), text)
  .refine((written) => written[defaultLocale] !== undefined, `write it in English first, as ${defaultLocale}: …`);

/** A short text of a YAML file by language, falling back to English; `npm run content` lists the gaps. */
export const localizedText = texts.transform((written) => completeText(written as WrittenText));
