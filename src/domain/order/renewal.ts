/** How often something is charged. */
export type Every = 'monthly' | 'yearly';

/**
 * The end of the period that starts at a time, in UTC ms. Periods count from the first day, `anchorAt`, so that
 * the 31st returns after a short month; a month without that day ends on its last.
 */
export function periodEnd(anchorAt: number, startsAt: number, every: Every): number {
  const start = new Date(startsAt);
  const months = every === 'monthly' ? 1 : 12;
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

const dayMs = 86_400_000;

/** Days after the first attempt at which a declined renewal is retried. After the last it ends. */
export const retryAfterDays = [1, 3, 7] as const;

/**
 * The next attempt after a decline, or null if none is left. Depends on the calendar, not on the number of
 * attempts: a buyer who tries several bad cards uses up no dates.
 */
export function nextTryAt(firstTryAt: number, declinedAt: number): number | null {
  const dates = retryAfterDays.map((days) => firstTryAt + days * dayMs);
  return dates.find((at) => at > declinedAt) ?? null;
}

/** Days before a renewal on which its reminder is mailed, from content/catalog/consumer-rights.yaml. */
export type RenewalReminders = {
  readonly monthlyDays: number;
  readonly yearlyDays: number;
  readonly yearlyDaysByCountry: Readonly<Record<string, number>>;
};

export function renewalReminderMs(reminders: RenewalReminders, every: Every, country: string): number {
  const days =
    every === 'monthly' ? reminders.monthlyDays : (reminders.yearlyDaysByCountry[country] ?? reminders.yearlyDays);
  return days * dayMs;
}
