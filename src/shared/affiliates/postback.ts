import { hourMs, minuteMs } from '#lib/durations.ts';

/** Events sent to an affiliate's server; the test button sends `postback.test`. */
export const postbackTypes = [
  'referral.registered',
  'account.funded',
  'commission.created',
  'commission.released',
  'commission.revoked',
  'payout.paid',
  'postback.test',
] as const;

/** What an address may name in braces; each stands in the body under the same name, but `amount`, in dollars. */
export const postbackMacros = [
  ...['id', 'type', 'timestamp', 'amount', 'click_id', 'sub1', 'sub2', 'sub3', 'sub4', 'sub5', 'page', 'creative'],
  ...['commission_id', 'status', 'via', 'order_kind', 'package_id', 'first_purchase', 'currency', 'amount_cents'],
] as const;

const macroPattern = /\{([^{}]*)\}/g;

/** The names in braces of an address. With one or more it is called with GET, as trackers expect. */
export function macrosOf(url: string): readonly string[] {
  return [...url.matchAll(macroPattern)].map(([, name = '']) => name);
}

/** An address with its macros filled in; a message that doesn't have a value leaves it empty. */
export function fillMacros(url: string, values: Readonly<Record<string, unknown>>): string {
  return url.replace(macroPattern, (_, name: string) => encodeURIComponent(String(values[name] ?? '').toWellFormed()));
}

export const postbackStatuses = ['waiting', 'delivered', 'failed'] as const;

export type PostbackType = (typeof postbackTypes)[number];

/** Waiting time after each failed attempt: eight attempts within a day. */
const waitsMs = [minuteMs, 5 * minuteMs, 20 * minuteMs, hourMs, 3 * hourMs, 7 * hourMs, 12 * hourMs] as const;

/** When to retry after `failedAttempts` failed attempts; null if that was the last one. */
export function nextPostbackAttemptAt(failedAttempts: number, now: number): number | null {
  const wait = waitsMs[failedAttempts - 1];
  return wait === undefined ? null : now + wait;
}
