import i18next from 'i18next';
import { getCacheKey } from './cache-key.ts';
import type { Namespace, NamespaceKey, Sources } from './keys.ts';
import { defaultLocale, type Locale, locales, toLocale } from './locales.ts';
import type { Translate, Values } from './translate.ts';

/** The path parameter of each language for `src/pages/[...locale]/`: undefined for English, the code for others. */
export function localeParams(): { locale: Locale; param: string | undefined }[] {
  return locales.map((locale) => ({ locale, param: locale === defaultLocale ? undefined : locale }));
}

export function getLocalePaths(): { params: { locale: string | undefined } }[] {
  return localeParams().map(({ param }) => ({ params: { locale: param } }));
}

/**
 * Paths of a shell page: one file per language serves all parameter values (see `shellPath`). A shell depends only on
 * strings and the catalog, so builds reuse it until one of them changes.
 */
export function getShellPaths(...names: readonly string[]) {
  const params = Object.fromEntries(names.map((name) => [name, '_']));
  return localeParams().map(({ locale, param }) => ({
    params: { ...params, locale: param },
    cacheKey: getCacheKey(locale, []),
  }));
}

export function localeOf({ locale }: { readonly locale?: string | undefined }): Locale {
  return toLocale(locale);
}

/** Strings are cached for a whole build, because header and footer repeat on every page. */
const cache = new Map<string, unknown>();

/** Caches values that depend only on strings. Disabled in development, where strings are edited. */
function getCached<Value>(name: string, create: () => Value): Value {
  if (!import.meta.env.PROD) return create();
  if (!cache.has(name)) cache.set(name, create());
  return cache.get(name) as Value;
}

/**
 * Translates the strings of a namespace for pages at build time. Keys missing in the language fall back to
 * English; `npm run content` lists them.
 */
export function getT<Name extends Namespace>(locale: Locale, namespace: Name): Translate<NamespaceKey<Name>> {
  return getCached(`${locale}/${namespace}`, () => {
    const translate = i18next.getFixedT(locale, namespace);
    return (key: NamespaceKey<Name>, values: Values = {}): string => {
      const name = `${locale}/${namespace}/${key} ${JSON.stringify(values)}`;
      return getCached(name, () => translate(String(key), { ...values }));
    };
  });
}

export function getStrings<Name extends Namespace>(locale: Locale, namespace: Name): Sources[Name] {
  return getCached(`${locale}/${namespace} whole`, () => {
    const english: Sources[Name] = i18next.getResourceBundle(defaultLocale, namespace);
    return { ...english, ...i18next.getResourceBundle(locale, namespace) };
  });
}

/** What every island on a screen takes: its language, the texts of calls, and those of its area. */
export function getIslandTexts<Name extends Namespace>(locale: Locale, namespace: Name) {
  return { locale, calls: getStrings(locale, 'calls'), strings: getStrings(locale, namespace) };
}
