import { formatLocale } from './format-locale.ts';

/** Codes whose long name is the official one instead of the common one: `Hong Kong SAR China`. */
const usesShortName = new Set(['HK', 'MO', 'PS']);
/** Names that `Intl` combines, or that differ in Portugal. */
const portugueseNames: Readonly<Record<string, string>> = { CI: 'Costa do Marfim', MM: 'Mianmar' };

const names = new Map<string, Intl.DisplayNames>();

function namesFor(locale: string, style: 'long' | 'short'): Intl.DisplayNames {
  const key = `${locale}|${style}`;
  const displayNames = names.get(key) ?? new Intl.DisplayNames(formatLocale(locale), { type: 'region', style });
  names.set(key, displayNames);
  return displayNames;
}

/** The common name of a country, in European Portuguese for `pt`. @param code ISO 3166-1 alpha-2, e.g. `FR` */
export function countryName(code: string, locale: string): string {
  const portugueseName = locale === 'pt' ? portugueseNames[code] : undefined;
  return portugueseName ?? namesFor(locale, usesShortName.has(code) ? 'short' : 'long').of(code) ?? code;
}
