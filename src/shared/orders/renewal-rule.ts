import type { BillingInterval } from './types.ts';

/**
 * The recurrence rule (RFC 5545) of a renewal, from the day that its periods keep. A month without that day renews on its
 * last day, which a plain rule would skip.
 * @param anchorAt UTC ms
 */
export function renewalRule(anchorAt: number, interval: BillingInterval): string {
  const anchor = new Date(anchorAt);
  const [month, day] = [anchor.getUTCMonth() + 1, anchor.getUTCDate()];
  const days = (longest: number) => [28, 29, 30, 31].filter((each) => each <= longest).join(',');
  if (interval === 'monthly') {
    return day <= 28 ? 'RRULE:FREQ=MONTHLY' : `RRULE:FREQ=MONTHLY;BYMONTHDAY=${days(day)};BYSETPOS=-1`;
  }
  const isLeapDay = month === 2 && day === 29;
  return isLeapDay ? `RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=${days(29)};BYSETPOS=-1` : 'RRULE:FREQ=YEARLY';
}
