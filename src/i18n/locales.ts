import { localeRegistry } from '../lib/locale-registry.ts';

export type Locale = keyof typeof localeRegistry;

export const locales = Object.keys(localeRegistry) as readonly Locale[];

/** Has no prefix in URLs and is what a missing translation falls back to. */
export const defaultLocale = 'en' satisfies Locale;

export function getLocaleName(locale: Locale): string {
  return localeRegistry[locale].name;
}

export function isLocale(value: string | undefined): value is Locale {
  return locales.some((locale) => locale === value);
}

/** The locale of a stored row or an address; the default where it names none of ours. */
export function toLocale(value: string | undefined): Locale {
  return isLocale(value) ? value : defaultLocale;
}

/** The best of our languages for an Accept-Language header; the default when it names none of them. */
export function negotiateLocale(header: string | null | undefined): Locale {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='));
      return { language: tag.slice(0, 2).toLowerCase(), quality: quality ? Number(quality.slice(2)) || 0 : 1 };
    })
    .filter((entry) => entry.quality > 0)
    .sort((left, right) => right.quality - left.quality);
  return wanted.map((entry) => entry.language).find(isLocale) ?? defaultLocale;
}
