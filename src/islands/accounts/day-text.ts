import { formatLocale } from '../../lib/format-locale.ts';

/** `Friday 20 November 2026` in the order of the locale, for a trading day written as YYYY-MM-DD. */
export function dayText(day: string, locale: string): string {
  return new Intl.DateTimeFormat(formatLocale(locale), { dateStyle: 'full', timeZone: 'UTC' }).format(Date.parse(day));
}
