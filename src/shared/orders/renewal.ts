import { dayMs } from '#lib/durations.ts';
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

type ReminderDays = { readonly monthlyDays: number; readonly yearlyDays: number };

/** How many days before a renewal its reminder is mailed, from content/catalog/consumer-rights.yaml. */
export type RenewalReminders = {
  readonly elsewhere: ReminderDays;
  readonly rules: Readonly<Record<string, ReminderDays & { readonly countries: readonly string[] }>>;
};

/** @param country ISO 3166-1 alpha-2 */
export function renewalReminderMs(reminders: RenewalReminders, interval: BillingInterval, country: string): number {
  const rule = Object.values(reminders.rules).find(({ countries }) => countries.includes(country));
  return (rule ?? reminders.elsewhere)[`${interval}Days`] * dayMs;
}
