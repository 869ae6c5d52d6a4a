import { formatDateTime } from '#lib/format-date-time.ts';

/** The date of an event in the affiliate area, in the user's time zone: `Nov 20, 2026`. */
export function dateTextOf(at: number, locale: string): string {
  return formatDateTime(at, locale, { dateStyle: 'medium' });
}
