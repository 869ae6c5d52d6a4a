import { formatLocale } from '../../lib/format-locale.ts';

/** A day in the affiliate area: UTC, as the figures are. */
export function dateTextOf(at: number, locale: string): string {
  return new Intl.DateTimeFormat(formatLocale(locale), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(at);
}
