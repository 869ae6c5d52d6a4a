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

/**
 * The date of the next try after a decline, or null when none is left. It goes by the calendar and not by how many were
 * made: a buyer who leaves one bad card after another uses up no date.
 */
export function nextTryAt(firstTryAt: number, declinedAt: number): number | null {
  const dates = retryAfterDays.map((days) => firstTryAt + days * dayMs);
  return dates.find((at) => at > declinedAt) ?? null;
}

/** How long before a renewal its notice is mailed. */
export const reminderBeforeMs = 7 * dayMs;
