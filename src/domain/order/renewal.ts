/** How often something is charged again. */
export type Every = 'monthly' | 'yearly';

/**
 * The end of the period that begins at a moment. Periods are counted from the first day, so that the 31st comes back
 * after a short month: `anchorAt` is that day, and a month that lacks it ends with its last day. All in UTC ms.
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

/** When a renewal that was declined is tried again, counted from the first try. After the last one it ends. */
export const retryAfterDays = [1, 3, 7] as const;

/** The moment of the next try, or null when there is none left. @param tries how many were made and declined */
export function nextTryAt(firstTryAt: number, tries: number): number | null {
  const days = retryAfterDays[tries - 1];
  return days === undefined ? null : firstTryAt + days * dayMs;
}

/** How long before a renewal its notice is mailed. */
export const noticeBeforeMs = 7 * dayMs;
