import { capitalize } from '#lib/capitalize.ts';
import { formatDay } from '#lib/format-day.ts';

/** A trading day (YYYY-MM-DD) as a heading: `Friday, November 20, 2026`, in the locale's order. */
export function dayText(day: string, locale: string): string {
  return capitalize(formatDay(day, locale, 'full'), locale);
}
