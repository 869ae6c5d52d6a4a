import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultLocale, type Locale } from './locales.ts';
import type { Strings } from './translate.ts';

const cache = new Map<string, Strings>();

function readOne(locale: Locale, namespace: string): Strings {
  const path = resolve('public/locales', locale, `${namespace}.json`);
  const strings = cache.get(path) ?? (JSON.parse(readFileSync(path, 'utf8')) as Strings);
  if (import.meta.env?.DEV !== true) cache.set(path, strings);
  return strings;
}

/** The strings of one area for an island or a mail; what a language lacks is said in English. */
export function readStrings<Dictionary extends Strings>(locale: Locale, namespace: string): Dictionary {
  return { ...readOne(defaultLocale, namespace), ...readOne(locale, namespace) } as Dictionary;
}
