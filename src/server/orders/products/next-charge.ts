import { firstPeriodOf } from '#server/billing/subscriptions/first-period.ts';
import type { NextCharge } from '#server/billing/tables.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { renewalAfter, renewsAfterTerm } from '../plan-subscription.ts';
import type { OrderRow } from '../tables.ts';
import { getProduct } from './registry.ts';

/** What is charged next because of an order, and when; null if nothing renews at a price. */
export async function findNextCharge(deps: Deps, trx: Trx, order: OrderRow): Promise<NextCharge | null> {
  const renewal = await findRenewal(deps, trx, order);
  return renewal && renewal.amountCents > 0 ? renewal : null;
}

/** What an order renews next, and when, also for free; null if it renews nothing. */
export async function findRenewal(deps: Deps, trx: Trx, order: OrderRow): Promise<NextCharge | null> {
  const plan = getProduct(order.kind).findPlan(deps.catalog, order.package_id);
  if (plan) {
    const { amountCents, endsAt } = firstPeriodOf(order, plan, deps.clock());
    const { billingInterval } = plan;
    return renewsAfterTerm(deps, order, plan) ? { amountCents, billingInterval, at: endsAt.getTime() } : null;
  }
  const paid = await findPaidPeriod(trx, order);
  const renewal = paid && renewalAfter(paid.subscription, paid.startsAt.getTime());
  if (!renewal) return null;
  const { amountCents, billingInterval, nextAt: at } = renewal;
  return { amountCents, billingInterval, at };
}

/** The subscription period that an order pays for: a bill's, or the next one in advance. */
async function findPaidPeriod(trx: Trx, order: OrderRow) {
  if (order.bill_id === null && order.kind !== 'renew') return null;
  const bill = await trx
    .selectFrom('bill')
    .select(['subscription_id', 'period_starts_at'])
    .where((eb) => (order.bill_id === null ? eb('order_id', '=', order.id) : eb('id', '=', order.bill_id)))
    .executeTakeFirst();
  const subscription = await trx
    .selectFrom('subscription')
    .selectAll()
    .where((eb) => (bill ? eb('id', '=', bill.subscription_id) : eb('account_id', '=', order.account_id)))
    .where('status', '<>', 'ended')
    .executeTakeFirst();
  return subscription ? { subscription, startsAt: bill?.period_starts_at ?? subscription.period_ends_at } : null;
}
