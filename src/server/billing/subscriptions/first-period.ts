import { dayMs } from '#lib/durations.ts';
import type { SubscriptionPlan } from '#server/orders/product.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { periodEnd } from '#shared/orders/renewal.ts';

type Period = { readonly startsAt: Date; readonly endsAt: Date; readonly amountCents: number };

/**
 * The first period of what an order starts, and the price of the next one. A deferred start begins it later, and so does
 * a delivery that is a day late or more: nobody pays for days without an account.
 */
export function firstPeriodOf(order: OrderRow, plan: SubscriptionPlan, now: Date): Period {
  const dueAt = order.begins_at ?? order.paid_at ?? now;
  const deliveredAt = order.fulfilled_at ?? now;
  const startsAt = deliveredAt.getTime() - dueAt.getTime() < dayMs ? dueAt : deliveredAt;
  const start = startsAt.getTime();
  const endMs = plan.days === null ? periodEnd(start, start, plan.billingInterval) : start + plan.days * dayMs;
  const amountCents = order.lines.find(({ item }) => item === 'package')?.amountCents ?? order.total_cents;
  return { startsAt, endsAt: new Date(endMs), amountCents };
}
