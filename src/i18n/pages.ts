import { getCacheKey } from './cache-key.ts';
import { defaultLocale, type Locale, locales, toLocale } from './locales.ts';

type LocaleParam = { readonly locale?: string | undefined };

/** One path a language, for `src/pages/[...locale]/`: English has none, the others have their code. */
export function localeParams(): { locale: Locale; param: string | undefined }[] {
  return locales.map((locale) => ({ locale, param: locale === defaultLocale ? undefined : locale }));
}

export function getLocalePaths(): { params: { locale: string | undefined } }[] {
  return localeParams().map(({ param }) => ({ params: { locale: param } }));
}

/**
 * One file a language for all values of a shell's parameters; `shellPath` names it. A shell is made of strings and the
 * catalogue alone, so that it is kept from build to build until one of these changes.
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
