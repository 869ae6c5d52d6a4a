import { formatLocale } from './format-locale.ts';

/** Places whose long name is official rather than common: `Hong Kong SAR China`. */
const knownByShortName = new Set(['HK', 'MO', 'PS']);
/** Where the library joins two names, or has none that Portugal uses. */
const portugueseNames: Readonly<Record<string, string>> = { CI: 'Costa do Marfim', MM: 'Mianmar' };

const names = new Map<string, Intl.DisplayNames>();

function namesFor(locale: string, style: 'long' | 'short'): Intl.DisplayNames {
  const key = `${locale}|${style}`;
  const known = names.get(key) ?? new Intl.DisplayNames(formatLocale(locale), { type: 'region', style });
  names.set(key, known);
  return known;
}

/** The common name of a country in a language, Portugal's for `pt`. @param code ISO 3166-1, as `FR` */
export function countryName(code: string, locale: string): string {
  const given = locale === 'pt' ? portugueseNames[code] : undefined;
  return given ?? namesFor(locale, knownByShortName.has(code) ? 'short' : 'long').of(code) ?? code;
}
