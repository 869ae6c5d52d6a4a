type LocaleSettings = {
  /** The language's own name, for the language switch. */
  readonly name: string;
  /** BCP 47 tag for numbers, money, dates and country names, and for search engines and social networks. */
  readonly tag: string;
  /** Replaces `tag` for weekday and day if its order would give `20 Fri`. */
  readonly weekdayTag?: string;
  /** What people type between thousands, besides a space. */
  readonly groupMark?: string;
  /** How US dollars are written around a number, so that nobody reads them as Canadian ones. */
  readonly dollars: readonly [before: string, after: string];
  /** The first day of a month, if the language writes it as an ordinal. */
  readonly firstOfMonth?: string;
  /** The separator of hours and minutes in prose, if it isn't a colon. */
  readonly hourSeparator?: string;
  /** What stands between a label and its value, if not `: `. */
  readonly colon?: string;
};

/**
 * The languages of the site. Everything that depends on the language derives from this list. A new language needs a
 * line here and its folders in public/locales and content.
 */
export const localeRegistry = {
  en: { name: 'English', tag: 'en-US', weekdayTag: 'en-GB', groupMark: ',', dollars: ['$', ''] },
  fr: {
    name: 'Français',
    tag: 'fr-FR',
    dollars: ['', '\u00a0$\u00a0US'],
    firstOfMonth: '1er',
    hourSeparator: '\u00a0h\u00a0',
    colon: '\u00a0: ',
  },
  pt: { name: 'Português', tag: 'pt-PT', groupMark: '.', dollars: ['US$\u00a0', ''] },
} as const satisfies Record<string, LocaleSettings>;

export function findLocaleSettings(locale: string): LocaleSettings | undefined {
  const registry: Readonly<Record<string, LocaleSettings>> = localeRegistry;
  return Object.hasOwn(registry, locale) ? registry[locale] : undefined;
}
