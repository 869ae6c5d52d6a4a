import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type Locale, locales } from '../i18n/locales.ts';
import { normalizeText } from '../lib/normalize-text.ts';
import { readYaml } from './content-error.ts';

/** Words and phrases with the same meaning. */
type SynonymGroup = readonly string[];

const where = 'content/search-synonyms.yaml';
const group = z.array(z.string().min(2)).min(2, 'needs two words or more');
const schema = z.partialRecord(z.enum(locales), z.array(group));

/** @throws {ContentError} with one sentence per invalid line */
export function readSynonyms(source: string): Readonly<Partial<Record<Locale, readonly SynonymGroup[]>>> {
  return readYaml(source, where, schema, { describe: ({ path, message }) => `${path.join('.')} ${message}` });
}

export function getSynonyms(locale: Locale): readonly SynonymGroup[] {
  return readSynonyms(readFileSync(resolve(where), 'utf8'))[locale] ?? [];
}

/** Extra search terms for a text: the other words of each synonym group that it contains a word of. */
export function keywordsOf(text: string, groups: readonly SynonymGroup[]): string {
  const normalized = normalizeText(text);
  const contains = (term: string) =>
    new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(normalizeText(term))}`, 'u').test(normalized);
  const others = groups
    .filter((terms) => terms.some(contains))
    .flatMap((terms) => terms.filter((term) => !contains(term)));
  return [...new Set(others)].join(' ');
}
