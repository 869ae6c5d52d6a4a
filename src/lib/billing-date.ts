import { formatDateTime } from './format-date-time.ts';

/**
 * The date of anything that concerns money: a charge, a renewal, the end of a paid period, an invoice.
 *
 * It is the day in UTC, wherever the reader is. Periods are counted in UTC, so a subscription that began on the 31st
 * renews on the 31st on every screen, in every mail and PDF and in the calendar file, and two people who read one
 * receipt read one date. Moments that aren't about money keep the reader's zone, and name it.
 * @param at milliseconds since 1970, UTC
 */
export function formatBillingDate(at: number | Date, locale: string, dateStyle: 'long' | 'medium' = 'long'): string {
  return formatDateTime(at, locale, { dateStyle, timeZone: 'UTC' });
}
