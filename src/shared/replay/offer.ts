import type { AccountRules } from '#shared/accounts/model.ts';
import type { BillingInterval } from '#shared/orders/types.ts';

export type ReplayOffer = {
  /** The package's id in the catalog. */
  readonly id: string;
  readonly rules: AccountRules;
  readonly priceCents: number;
  readonly billing: 'once' | BillingInterval;
  /** Null if no reset or activation is sold. */
  readonly resetPriceCents: number | null;
  readonly activationPriceCents: number | null;
};

export type ReplayCost = ReturnType<typeof costOf>;

/**
 * The cost of an account over a period, at catalog prices, without taxes, discounts and market data.
 * @param months monthly periods started so far, at least 1
 */
export function costOf(offer: ReplayOffer, months: number, resets: number, passed: boolean) {
  const periods = { monthly: months, yearly: Math.ceil(months / 12), once: 1 }[offer.billing];
  const priceCents = offer.priceCents * periods;
  // If no reset is sold, the next attempt needs a new order.
  const resetCents = resets * (offer.resetPriceCents ?? offer.priceCents);
  const activationCents = passed ? (offer.activationPriceCents ?? 0) : 0;
  const totalCents = priceCents + resetCents + activationCents;
  return { months, priceCents, resets, resetCents, activationCents, totalCents };
}

/**
 * How many monthly periods started between two dates ('YYYY-MM-DD'); 1 on the first day. A reset starts no new period.
 */
export function countMonths(first: string, last: string): number {
  const [from, until] = [new Date(first), new Date(last)];
  const months = (until.getUTCFullYear() - from.getUTCFullYear()) * 12 + until.getUTCMonth() - from.getUTCMonth();
  const daysInMonth = new Date(Date.UTC(until.getUTCFullYear(), until.getUTCMonth() + 1, 0)).getUTCDate();
  const renewsOn = Math.min(from.getUTCDate(), daysInMonth);
  return 1 + Math.max(0, until.getUTCDate() < renewsOn ? months - 1 : months);
}
