type LocaleSettings = {
  /** The language's name for itself, as the language switcher shows it. */
  readonly name: string;
  /** Formats numbers, money, dates and country names, and names the region to search engines and social networks. */
  readonly tag: string;
  /** Formats a weekday with its day where the language's own order would read `20 Fri`. */
  readonly weekdayTag?: string;
  /** The first day of a month, where the language writes it as an ordinal. */
  readonly firstOfMonth?: string;
  /** What stands between hours and minutes in prose, where it is not a colon. */
  readonly hourSeparator?: string;
};

/**
 * The languages of the site. Everything that depends on a language derives from this list: a new one needs its line
 * here and its folders in public/locales and content.
 */
export const localeRegistry = {
  en: { name: 'English', tag: 'en-US', weekdayTag: 'en-GB' },
  fr: { name: 'Français', tag: 'fr-FR', firstOfMonth: '1er', hourSeparator: '\u00a0h\u00a0' },
  pt: { name: 'Português', tag: 'pt-PT' },
} as const satisfies Record<string, LocaleSettings>;

/** Settings of a locale that arrives as text; undefined for a language the site does not have. */
export function findLocaleSettings(locale: string): LocaleSettings | undefined {
  const registry: Readonly<Record<string, LocaleSettings>> = localeRegistry;
  return Object.hasOwn(registry, locale) ? registry[locale] : undefined;
}
