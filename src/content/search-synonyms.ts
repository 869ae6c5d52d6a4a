import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type Locale, locales } from '#i18n/locales.ts';
import { readYaml } from './content-error.ts';

const where = 'content/search-synonyms.yaml';
const synonyms = z.array(z.array(z.string().min(2)).min(2, 'needs two words or more')).default([]);
const stopWords = z.array(z.string().min(1)).default([]);
const perLocale = <Schema extends z.ZodType>(schema: Schema) => z.partialRecord(z.enum(locales), schema);
const schema = z.strictObject({ synonyms: perLocale(synonyms), stopWords: perLocale(stopWords) });

/** @throws {ContentError} with one sentence per invalid line */
export function readSynonyms(source: string): z.infer<typeof schema> {
  return readYaml(source, where, schema, { describe: ({ path, message }) => `${path.join('.')} ${message}` });
}

/** How the search understands a language: words with the same meaning, a group each, and words that say nothing. */
export function getSynonyms(locale: Locale) {
  const { synonyms, stopWords } = readSynonyms(readFileSync(resolve(where), 'utf8'));
  return { synonyms: synonyms[locale] ?? [], stopWords: stopWords[locale] ?? [] };
}
