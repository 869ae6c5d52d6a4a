import { formatLocale } from '../../lib/format-locale.ts';

/** Formats a trading day (YYYY-MM-DD) like `Friday 20 November 2026`, in the locale's order. */
export function dayText(day: string, locale: string): string {
  return new Intl.DateTimeFormat(formatLocale(locale), { dateStyle: 'full', timeZone: 'UTC' }).format(Date.parse(day));
}
