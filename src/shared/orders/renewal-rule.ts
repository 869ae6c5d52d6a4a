import type { BillingInterval } from './types.ts';

/**
 * The recurrence rule (RFC 5545) of a renewal, from the day that its periods keep. A month without that day renews on its
 * last day, which a plain rule would skip.
 * @param anchorAt UTC ms
 */
export function renewalRule(anchorAt: number, interval: BillingInterval): string {
  const anchor = new Date(anchorAt);
  const [month, day] = [anchor.getUTCMonth() + 1, anchor.getUTCDate()];
  const isLeapDay = month === 2 && day === 29;
  // Some calendars read the last of several days wrong; the last day of the month they all know.
  if (interval === 'yearly') return isLeapDay ? 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1' : 'RRULE:FREQ=YEARLY';
  if (day === 31) return 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1';
  if (day <= 28) return 'RRULE:FREQ=MONTHLY';
  return `RRULE:FREQ=MONTHLY;BYMONTHDAY=${day === 29 ? '28,29' : '28,29,30'};BYSETPOS=-1`;
}
