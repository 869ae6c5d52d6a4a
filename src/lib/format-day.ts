import { formatDateTime } from './format-date-time.ts';

const shapes = {
  full: { dateStyle: 'full' },
  long: { dateStyle: 'long' },
  medium: { day: 'numeric', month: 'short', year: 'numeric' },
  short: { day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/**
 * A calendar or trading day in words. A day is the same everywhere, so it has no time zone.
 * @param day `2026-11-16`, or `2026-11` for a month
 */
export function formatDay(day: string, locale: string, shape: keyof typeof shapes): string {
  return formatDateTime(Date.parse(day), locale, { ...shapes[shape], timeZone: 'UTC' });
}
