import { formatLocale } from '#lib/format-locale.ts';
import type { Locale } from './locales.ts';

/** A namespace of public/locales: flat keys, i18next's `{{value}}` and `_one`/`_other` plurals. */
export type Strings = Readonly<Record<string, string>>;

export type Values = Readonly<Record<string, string | number>>;

type StemOf<Key extends string, Keys> = Key extends `${infer Stem}_${'one' | 'many' | 'other'}`
  ? `${Stem}_one` extends Keys
    ? Stem
    : Key
  : Key;

/** The keys for callers, without plural suffixes, which are chosen by `count`. */
export type KeyOf<Dictionary> = StemOf<Extract<keyof Dictionary, string>, keyof Dictionary>;

export type Translate<Key extends string = string> = (key: Key, values?: Values) => string;

const pluralRules = new Map<Locale, Intl.PluralRules>();

function pluralCategoryOf(locale: Locale, count: number): string {
  const rules = pluralRules.get(locale) ?? new Intl.PluralRules(formatLocale(locale));
  pluralRules.set(locale, rules);
  return rules.select(count);
}

const numberFormats = new Map<Locale, Intl.NumberFormat>();

function numberText(value: number, locale: Locale): string {
  const format = numberFormats.get(locale) ?? new Intl.NumberFormat(formatLocale(locale), { useGrouping: 'min2' });
  numberFormats.set(locale, format);
  return format.format(value);
}

/** Formats numbers for a language: `0.7` in English, `0,7` in French. Four digits stay ungrouped, like years. */
function valueText(value: string | number, locale: Locale): string {
  return typeof value === 'number' ? numberText(value, locale) : value;
}

/** A lightweight translator of the same strings, for islands, mails and API messages, where i18next is too heavy. */
export function createTranslate<Dictionary extends Strings>(
  strings: Dictionary,
  locale: Locale,
): Translate<KeyOf<Dictionary>> {
  return (key: string, values: Values = {}) => {
    const { count } = values;
    const plural = typeof count === 'number' ? strings[`${key}_${pluralCategoryOf(locale, count)}`] : undefined;
    const text = plural ?? strings[`${key}_other`] ?? strings[key] ?? key;
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => valueText(values[name] ?? whole, locale));
  };
}
