import { getCacheKey } from './cache-key.ts';
import { defaultLocale, type Locale, locales, toLocale } from './locales.ts';

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
