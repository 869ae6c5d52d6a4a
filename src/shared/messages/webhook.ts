import { hourMs, minuteMs } from '#lib/durations.ts';

/** Who gets the messages. */
export const audiences = ['affiliate', 'trader'] as const;

export type Audience = (typeof audiences)[number];

/** Events: an affiliate's, then a trader's; the test buttons send the last of each. A payout can be either's. */
export const webhookTypes = [
  'referral.registered',
  'account.funded',
  'commission.created',
  'commission.released',
  'commission.revoked',
  'payout.paid',
  'payout.returned',
  'payout.rejected',
  'payout.canceled',
  'postback.test',
  'account.passed',
  'account.breached',
  'account.corrected',
  'account.filled',
  'webhook.test',
] as const;

export type WebhookType = (typeof webhookTypes)[number];

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

export const webhookStatuses = ['waiting', 'delivered', 'failed'] as const;

/** Waiting time after each failed attempt: eight attempts within a day. */
const waitsMs = [minuteMs, 5 * minuteMs, 20 * minuteMs, hourMs, 3 * hourMs, 7 * hourMs, 12 * hourMs] as const;

/** When to retry after `failedAttempts` failed attempts; null if that was the last one. */
export function nextAttemptAt(failedAttempts: number, now: number): number | null {
  const wait = waitsMs[failedAttempts - 1];
  return wait === undefined ? null : now + wait;
}
