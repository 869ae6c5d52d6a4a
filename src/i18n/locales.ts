import { localeRegistry } from '#lib/locale-registry.ts';

export type Locale = keyof typeof localeRegistry;

export const locales = Object.keys(localeRegistry) as unknown as readonly [Locale, ...Locale[]];

/** It has no URL prefix, and is the fallback for missing translations. */
export const defaultLocale = 'en' satisfies Locale;

export function getLocaleName(locale: Locale): string {
  return localeRegistry[locale].name;
}

export function isLocale(value: string | undefined): value is Locale {
  return locales.some((locale) => locale === value);
}

/** The locale for a stored or requested value; the default for unknown values. */
export function toLocale(value: string | undefined): Locale {
  return isLocale(value) ? value : defaultLocale;
}

/** The best match for an Accept-Language header, or the default locale. */
export function negotiateLocale(header: string | null | undefined): Locale {
  const preferences = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='));
      return { language: tag.slice(0, 2).toLowerCase(), quality: quality ? Number(quality.slice(2)) || 0 : 1 };
    })
    .filter((entry) => entry.quality > 0)
    .sort((left, right) => right.quality - left.quality);
  return preferences.map((entry) => entry.language).find(isLocale) ?? defaultLocale;
}
