import { hourMs, minuteMs } from '#lib/durations.ts';

/** Events sent to an affiliate's server; the test button sends `postback.test`. */
export const postbackTypes = [
  'commission.created',
  'commission.released',
  'commission.revoked',
  'payout.paid',
  'postback.test',
] as const;

export const postbackStatuses = ['waiting', 'delivered', 'failed'] as const;

export type PostbackType = (typeof postbackTypes)[number];

/** Waiting time after each failed attempt: eight attempts within a day. */
const waitsMs = [minuteMs, 5 * minuteMs, 20 * minuteMs, hourMs, 3 * hourMs, 7 * hourMs, 12 * hourMs] as const;

/** When to retry after `failedAttempts` failed attempts; null if that was the last one. */
export function nextPostbackAttemptAt(failedAttempts: number, now: number): number | null {
  const wait = waitsMs[failedAttempts - 1];
  return wait === undefined ? null : now + wait;
}
