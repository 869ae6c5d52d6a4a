import { enqueueAccessSyncs } from '#server/accounts/access/suspend.ts';
import { insertOnce } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx } from '#server/core/deps.ts';
import { getOrderName } from '#server/orders/name.ts';
import { renewsAfterTerm } from '#server/orders/plan-subscription.ts';
import type { SubscriptionPlan } from '#server/orders/product.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { firstPeriodOf } from './first-period.ts';

/** Starts an order's subscription once; does nothing without a plan. @param accountId the account it belongs to */
export async function startSubscription(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  plan: SubscriptionPlan | null,
  accountId: string | null = null,
): Promise<void> {
  if (!plan || order.person_id === null) return;
  const now = deps.clock();
  const { startsAt, endsAt, amountCents } = firstPeriodOf(order, plan, now);
  const id = newId();
  const isInserted = await insertOnce(trx, 'subscription', {
    id,
    person_id: order.person_id,
    order_id: order.id,
    kind: plan.kind,
    package_id: order.package_id,
    platform: order.platform,
    account_id: accountId,
    name: getOrderName(deps, order),
    amount_cents: amountCents,
    billing_interval: plan.billingInterval,
    renews: renewsAfterTerm(deps, order, plan),
    status: 'active',
    anchor_at: startsAt,
    period_starts_at: startsAt,
    period_ends_at: endsAt,
    payment_provider: order.payment_provider,
    payment_method: order.payment_method,
    created_at: now,
  });
  if (isInserted && order.payment_method !== null) {
    await deps.jobs.send(trx, 'record-card-ending', { subscriptionId: id });
  }
  if (plan.kind === 'market-data') {
    await enqueueAccessSyncs(deps, trx, { person_id: order.person_id, platform: order.platform });
  }
}
