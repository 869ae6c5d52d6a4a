import { defaultLocale, isLocale, type Locale, locales } from './locales.ts';

type LocaleParam = { readonly locale?: string | undefined };

/** One path a language, for `src/pages/[...locale]/`: English has none, the others have their code. */
export function localeParams(): { locale: Locale; param: string | undefined }[] {
  return locales.map((locale) => ({ locale, param: locale === defaultLocale ? undefined : locale }));
}

export function getLocalePaths(): { params: { locale: string | undefined } }[] {
  return localeParams().map(({ param }) => ({ params: { locale: param } }));
}

/** The paths of a page that exists once for each value, in every language. */
export function pathsFor<Params extends Record<string, string>, Props>(
  entries: readonly { readonly params: Params; readonly props: (locale: Locale) => Props }[],
) {
  return localeParams().flatMap(({ locale, param }) =>
    entries.map(({ params, props }) => ({ params: { locale: param, ...params }, props: props(locale) })),
  );
}

export function localeOf({ locale }: LocaleParam): Locale {
  return isLocale(locale) ? locale : defaultLocale;
}
