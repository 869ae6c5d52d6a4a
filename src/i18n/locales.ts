/** The languages of the site. English has no prefix in URLs and is what a missing translation falls back to. */
export const locales = ['en', 'fr', 'pt'] as const;

export type Locale = (typeof locales)[number];

export const defaultLocale = 'en' satisfies Locale;

export const localeNames = { en: 'English', fr: 'Français', pt: 'Português' } as const satisfies Record<Locale, string>;

export function isLocale(value: string | undefined): value is Locale {
  return locales.some((locale) => locale === value);
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
