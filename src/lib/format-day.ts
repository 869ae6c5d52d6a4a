import { formatDateTime } from './format-date-time.ts';

const shapes = {
  full: { dateStyle: 'full' },
  long: { dateStyle: 'long' },
  medium: { day: 'numeric', month: 'short', year: 'numeric' },
  short: { day: 'numeric', month: 'short' },
  shortMonth: { month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/**
 * A calendar or trading day in words. A day is the same everywhere, so it has no time zone.
 * @param day `2026-11-16`, `2026-11` for a month, or midnight UTC of the day
 */
export function formatDay(day: string | number | Date, locale: string, shape: keyof typeof shapes): string {
  return formatDateTime(typeof day === 'string' ? Date.parse(day) : day, locale, { ...shapes[shape], timeZone: 'UTC' });
}
