import { getCacheKey } from './cache-key.ts';
import { defaultLocale, type Locale, locales, toLocale } from './locales.ts';

type LocaleParam = { readonly locale?: string | undefined };

/** One path per language for `src/pages/[...locale]/`: none for English, the code for the others. */
export function localeParams(): { locale: Locale; param: string | undefined }[] {
  return locales.map((locale) => ({ locale, param: locale === defaultLocale ? undefined : locale }));
}

export function getLocalePaths(): { params: { locale: string | undefined } }[] {
  return localeParams().map(({ param }) => ({ params: { locale: param } }));
}

/**
 * One file per language for all parameter values of a shell; `shellPath` names it. A shell depends only on
 * strings and the catalogue, so builds reuse it until one of them changes.
 */
export function getShellPaths(...names: readonly string[]) {
  const params = Object.fromEntries(names.map((name) => [name, '_']));
  return localeParams().map(({ locale, param }) => ({
    params: { ...params, locale: param },
    cacheKey: getCacheKey(locale, []),
  }));
}

export function localeOf({ locale }: LocaleParam): Locale {
  return toLocale(locale);
}
