import { formatDateTime } from './format-date-time.ts';

/**
 * Formats the date of a charge, renewal, paid period or invoice in UTC, wherever the reader is. Periods are counted in
 * UTC, so everyone sees the same date on every screen, mail and PDF. Other times use the user's time zone and name it.
 * @param at UTC ms or a Date
 */
export function formatBillingDate(at: number | Date, locale: string, dateStyle: 'long' | 'medium' = 'long'): string {
  return formatDateTime(at, locale, { dateStyle, timeZone: 'UTC' });
}
