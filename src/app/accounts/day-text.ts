import { capitalize } from '#lib/capitalize.ts';
import { formatLocale } from '#lib/format-locale.ts';

/** A trading day (YYYY-MM-DD) as a heading: `Friday November 20, 2026`, in the locale's order. */
export function dayText(day: string, locale: string): string {
  const format = new Intl.DateTimeFormat(formatLocale(locale), { dateStyle: 'full', timeZone: 'UTC' });
  return capitalize(format.format(Date.parse(day)), locale);
}
