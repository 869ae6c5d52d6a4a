import { dayMs, hourMs } from '#lib/durations.ts';
import { isBankDay } from '#shared/exchange/bank-days.ts';
import { type CoolingOffCause, type DayCount, type EarlyStart, findObligation, type Places } from './country-law.ts';
import type { OrderKind } from './types.ts';

/** The legal category of a product. */
export const productKinds = ['service', 'digital-service', 'digital-content'] as const;

/** The law by place and product, from content/catalog/countries and consumer-rights.yaml. */
export type ConsumerRights = {
  readonly places: Places;
  readonly products: Readonly<Partial<Record<OrderKind, { readonly kind: (typeof productKinds)[number] }>>>;
};

export type CancellationRight = DayCount & { readonly earlyStart: EarlyStart };

/** The right of a buyer in a country (ISO 3166-1 alpha-2); null if we know of none or the order continues a contract. */
export function findCancellationRight(
  rights: ConsumerRights,
  { country, kind }: { readonly country: string; readonly kind: OrderKind },
): CancellationRight | null {
  const withdrawal = findObligation(rights.places, 'withdrawal', { country, postalCode: null });
  const product = rights.products[kind];
  if (!withdrawal || !product) return null;
  const { days, hoursFromUtc, endsOnWorkingDay, earlyStart } = withdrawal;
  const byProduct = product.kind === 'digital-content' ? 'ends-right' : 'pays-share';
  return { days, hoursFromUtc, endsOnWorkingDay, earlyStart: earlyStart === 'by-product' ? byProduct : earlyStart };
}

/**
 * When the right ends, in UTC ms. The day of the order doesn't count and the last day runs to midnight (Regulation
 * 1182/71, article 3). The buyer's time zone is unknown, so the region's latest counts. Bank holidays
 * count as public holidays everywhere, because later favors the buyer; staff handle a country's others.
 */
export function cancellationEndsAt(
  orderedAt: number,
  { days, hoursFromUtc: [west, east], endsOnWorkingDay }: DayCount,
): number {
  let latest = 0;
  for (let hours = west; hours <= east; hours += 1) {
    let lastDay = Math.floor((orderedAt + hours * hourMs) / dayMs) + days;
    while (endsOnWorkingDay && !isBankDay(lastDay)) lastDay += 1;
    latest = Math.max(latest, (lastDay + 1) * dayMs - hours * hourMs);
  }
  return latest;
}

type PaidRenewal = {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly causes: readonly CoolingOffCause[];
  readonly paidAt: number;
};

/** The cooling-off period that a paid renewal opens: its days, and its end in UTC ms. Null if it opens none. */
export function findRenewalCoolingOff(
  { places }: Pick<ConsumerRights, 'places'>,
  { country, causes, paidAt }: PaidRenewal,
): { readonly days: number; readonly endsAt: number } | null {
  const withdrawal = findObligation(places, 'withdrawal', { country, postalCode: null });
  const renewals = withdrawal?.renewals;
  if (!renewals || paidAt < Date.parse(renewals.startsOn) || !causes.some((cause) => renewals.after.includes(cause)))
    return null;
  const { days } = renewals;
  return { days, endsAt: cancellationEndsAt(paidAt, { ...withdrawal, days }) };
}

type Sale = { readonly right: CancellationRight | null; readonly totalCents: number };

/**
 * Whether an order starts only after the cancellation period unless the buyer consents to an earlier start. The
 * checkout's question and the deferred start both depend on it.
 */
export function needsStartConsent({ right, totalCents }: Sale): boolean {
  return right !== null && right.earlyStart !== 'keeps-right' && totalCents > 0;
}

/** When a paid order may be fulfilled, in UTC ms. */
export function beginsAt(paidAt: number, sale: Sale & { readonly startNow: boolean }): number {
  const { right, startNow } = sale;
  return right !== null && needsStartConsent(sale) && !startNow ? cancellationEndsAt(paidAt, right) : paidAt;
}

type Contract = {
  readonly right: CancellationRight | null;
  readonly startNow: boolean;
  readonly hasStarted: boolean;
  readonly paidAt: number;
};

/** What a cancellation at a time refunds: everything, the part not yet supplied, or nothing. */
export function refundOfCancellation(
  { right, startNow, hasStarted, paidAt }: Contract,
  at: number,
): 'full' | 'share' | 'none' {
  if (right === null || at >= cancellationEndsAt(paidAt, right)) return 'none';
  if (right.earlyStart === 'keeps-right' || !startNow || !hasStarted) return 'full';
  return right.earlyStart === 'pays-share' ? 'share' : 'none';
}
