import { formatLocale } from '#lib/format-locale.ts';

/** A date in the affiliate area: UTC, like the figures. */
export function dateTextOf(at: number, locale: string): string {
  return new Intl.DateTimeFormat(formatLocale(locale), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(at);
}
