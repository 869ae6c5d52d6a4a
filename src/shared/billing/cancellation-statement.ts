import { formatBillingDate } from '#lib/billing-date.ts';
import { periodEnd } from '#shared/orders/renewal.ts';
import type { BillingInterval } from '#shared/orders/types.ts';

/** `ordinary` needs no reason; `extraordinary` is for good cause and ends a contract at once. */
export const cancellationKinds = ['ordinary', 'extraordinary'] as const;

export type CancellationKind = (typeof cancellationKinds)[number];

export type CancellationStatement = {
  readonly name: string;
  readonly order: string;
  readonly kind: CancellationKind;
  /** Empty for none. */
  readonly reason: string;
  /** The day on which it should end; empty for as soon as possible. */
  readonly endsOn: string;
};

type StatementKey = `cancellation_${CancellationKind}` | `cancellation_${CancellationKind}_on` | 'cancellation_because';

/** The statement in words, as the form shows it and the email repeats it. `t` reads billing.json. */
export function writeStatement(
  t: (key: StatementKey, values: Readonly<Record<string, string>>) => string,
  { name, order, kind, reason, endsOn }: CancellationStatement,
  locale: string,
): string {
  const day = Date.parse(endsOn);
  const sentence = Number.isNaN(day)
    ? t(`cancellation_${kind}`, { name, order })
    : t(`cancellation_${kind}_on`, { name, order, date: formatBillingDate(day, locale) });
  return [sentence, ...(reason.trim() === '' ? [] : [t('cancellation_because', { reason: reason.trim() })])].join('\n');
}

type Running = {
  /** The end of the paid time, in UTC ms. */
  readonly paidUntil: number;
  readonly anchorAt: number;
  readonly interval: BillingInterval;
};

/** Ten years of months. */
const maxPeriods = 120;

/**
 * When a statement ends a subscription, in UTC ms: with the paid period, or with the one in which a later day lies. For
 * good cause, it ends when we received it, unless it names a later day.
 */
export function endOfStatement(
  { kind, endsOn }: { readonly kind: CancellationKind; readonly endsOn: string | null },
  receivedAt: number,
  { paidUntil, anchorAt, interval }: Running,
): number {
  const day = endsOn === null ? null : Date.parse(endsOn);
  if (kind === 'extraordinary' && (day === null || day <= receivedAt)) return receivedAt;
  let end = paidUntil;
  for (let count = 0; day !== null && end < day && count < maxPeriods; count += 1)
    end = periodEnd(anchorAt, end, interval);
  return end;
}
