import type { Deps } from '#server/core/deps.ts';
import { endsWithTerm } from '#shared/orders/country-law.ts';
import { periodEnd } from '#shared/orders/renewal.ts';
import type { BillingInterval } from '#shared/orders/types.ts';
import type { Purchase, SubscriptionPlan, SubscriptionRow } from './product.ts';
import type { OrderRow } from './tables.ts';

/** The plan of a renewing product; null if it is paid once or no longer in the catalog. */
export function planOf(
  kind: SubscriptionPlan['kind'],
  billing: 'once' | BillingInterval | undefined,
): SubscriptionPlan | null {
  return billing === undefined || billing === 'once' ? null : { kind, billingInterval: billing, days: null };
}

/** The renewal of a purchase made now; null if it doesn't renew. */
export function renewalFrom(deps: Deps, amountCents: number, billing: 'once' | BillingInterval): Purchase['renews'] {
  if (billing === 'once' || amountCents === 0) return null;
  const now = deps.clock().getTime();
  return { amountCents, billingInterval: billing, nextAt: periodEnd(now, now, billing) };
}

/** Whether an order's plan renews after its first period: not a trial, and not where the law ends it with its term. */
export function renewsAfterTerm(
  { catalog }: Pick<Deps, 'catalog'>,
  order: Pick<OrderRow, 'country' | 'postal_code'>,
  { days, billingInterval }: SubscriptionPlan,
): boolean {
  const buyer = { country: order.country, postalCode: order.postal_code };
  return days === null && !endsWithTerm(catalog.consumerRights.places, buyer, billingInterval);
}

/** The charge after the period that starts at `startsAt`; null if the subscription doesn't renew. */
export function renewalAfter(subscription: SubscriptionRow, startsAt: number): Purchase['renews'] {
  const {
    amount_cents: amountCents,
    billing_interval: billingInterval,
    anchor_at: anchorAt,
    renews,
    canceled_at: canceledAt,
  } = subscription;
  if (!renews || canceledAt !== null) return null;
  return { amountCents, billingInterval, nextAt: periodEnd(anchorAt.getTime(), startsAt, billingInterval) };
}
