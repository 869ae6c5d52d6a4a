import { defaultLocale, type Locale, locales } from './locales.ts';

/** A text in every language. */
export type Localized = Readonly<Record<Locale, string>>;

/** A text as it was written: languages that were added since have none of their own. */
export type WrittenText = Readonly<Partial<Record<Locale, string>> & Record<typeof defaultLocale, string>>;

/** A text in every language, made one language at a time. */
export function localizedText(textIn: (locale: Locale) => string): Localized {
  return Object.fromEntries(locales.map((locale) => [locale, textIn(locale)])) as unknown as Localized;
}

/** Languages without a text of their own get the default's. */
export function completeText(written: WrittenText): Localized {
  return localizedText((locale) => written[locale] ?? written[defaultLocale]);
}
