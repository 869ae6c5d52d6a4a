import { dayMs } from '#lib/durations.ts';
import { findObligation, type Places, type ReminderDays } from './country-law.ts';
import type { BillingInterval } from './types.ts';

/**
 * The end of the period that starts at `startsAt`, in UTC ms. Periods keep the day of `anchorAt`: a short month ends on
 * its last day, and the next month returns to the 31st.
 */
export function periodEnd(anchorAt: number, startsAt: number, interval: BillingInterval): number {
  const start = new Date(startsAt);
  const months = interval === 'monthly' ? 1 : 12;
  const anchor = new Date(anchorAt);
  const year = start.getUTCFullYear();
  const month = start.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(
    year,
    month,
    Math.min(anchor.getUTCDate(), lastDay),
    anchor.getUTCHours(),
    anchor.getUTCMinutes(),
    anchor.getUTCSeconds(),
    anchor.getUTCMilliseconds(),
  );
}

/** Days after the first attempt on which a declined renewal is retried. After the last retry, the subscription ends. */
export const retryAfterDays = [1, 3, 7] as const;

/**
 * When to retry after a decline, in UTC ms; empty if no retry is left. It depends on the date, not on the number of
 * attempts, so a buyer who tries several bad cards doesn't use up retries.
 */
export function listRetries(firstAttemptAt: number, declinedAt: number): number[] {
  return retryAfterDays.map((days) => firstAttemptAt + days * dayMs).filter((at) => at > declinedAt);
}

/** The days of the buyer’s country, and those where it has none, from content/catalog. */
export type RenewalReminders = { readonly places: Places; readonly renewalReminder: ReminderDays };

/** How long before a renewal its reminder is mailed. @param country ISO 3166-1 alpha-2 */
export function renewalReminderMs(
  { places, renewalReminder }: RenewalReminders,
  interval: BillingInterval,
  country: string,
): number {
  const rule = findObligation(places, 'renewalReminder', { country, postalCode: null }) ?? renewalReminder;
  return rule[`${interval}Days`] * dayMs;
}
