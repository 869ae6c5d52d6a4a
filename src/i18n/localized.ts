import { defaultLocale, type Locale, locales } from './locales.ts';

export type Localized = Readonly<Record<Locale, string>>;

/** A text as it was written. Languages added later may be missing. */
export type WrittenText = Readonly<Partial<Record<Locale, string>> & Record<typeof defaultLocale, string>>;

export function localizedText(createText: (locale: Locale) => string): Localized {
  return Object.fromEntries(locales.map((locale) => [locale, createText(locale)])) as unknown as Localized;
}

/** Fills missing languages with the default's text. */
export function completeText(written: WrittenText): Localized {
  return localizedText((locale) => written[locale] ?? written[defaultLocale]);
}
