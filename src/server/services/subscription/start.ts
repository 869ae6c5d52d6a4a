import { findEvaluation } from '../../../content/catalog.ts';
import { type Every, periodEnd } from '../../../domain/order/renewal.ts';
import type { SubscriptionTable } from '../../db/billing-tables.ts';
import type { Deps, Trx } from '../../deps.ts';
import { newId } from '../../ids.ts';
import { enqueueAccessSyncOf } from '../account/suspend.ts';
import type { OrderRow } from '../order/transition.ts';
import { nameOfOrder } from '../purchase/name.ts';

const dayMs = 86_400_000;

type Plan = { readonly kind: SubscriptionTable['kind']; readonly every: Every; readonly days: number | null };

/** How what an order bought runs: by renewing periods, for a number of days, or not by time at all (null). */
function findPlan(deps: Deps, { kind, package_id: packageId }: OrderRow): Plan | null {
  const { trial, thor, marketData } = deps.catalog.packages;
  const every = (billing: 'once' | Every | undefined, plan: SubscriptionTable['kind']): Plan | null =>
    billing === undefined || billing === 'once' ? null : { kind: plan, every: billing, days: null };
  switch (kind) {
    case 'evaluation':
      return every(findEvaluation(deps.catalog, packageId)?.billing, 'evaluation');
    case 'trial':
      return { kind: 'trial', every: 'monthly', days: trial.days };
    case 'thor':
      return every(thor.find(({ id }) => id === packageId)?.billing, 'thor');
    case 'market-data':
    case 'market-data-free':
      return every(marketData.find(({ id }) => id === packageId)?.billing, 'market-data');
    default:
      return null;
  }
}

/** Whether the means of payment is kept, since it is charged again. */
export function startsSubscription(deps: Deps, order: OrderRow): boolean {
  const plan = findPlan(deps, order);
  return plan !== null && plan.days === null && order.total_cents > 0;
}

/** Begins what an order bought, once. @param accountId the account that runs by it, where there is one */
export async function startSubscription(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  accountId: string | null = null,
): Promise<void> {
  const plan = findPlan(deps, order);
  if (!plan || order.person_id === null) return;
  const now = deps.clock();
  // The period is paid for from the payment on; a start that was put off begins its period then.
  const startsAt = order.begins_at ?? order.paid_at ?? now;
  const start = startsAt.getTime();
  const ends = plan.days === null ? periodEnd(start, start, plan.every) : start + plan.days * dayMs;
  const price = order.lines.find(({ item }) => item === 'package')?.amountCents ?? order.total_cents;
  await trx
    .insertInto('subscription')
    .values({
      id: newId(),
      person_id: order.person_id,
      order_id: order.id,
      kind: plan.kind,
      package_id: order.package_id,
      platform: order.platform,
      account_id: accountId,
      name: nameOfOrder(deps, order),
      amount_cents: price,
      every: plan.every,
      renews: plan.days === null,
      status: 'active',
      anchor_at: startsAt,
      period_starts_at: startsAt,
      period_ends_at: new Date(ends),
      payment_provider: order.payment_provider,
      payment_method: order.payment_method,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute();
  if (plan.kind === 'market-data') {
    await enqueueAccessSyncOf(deps, trx, { person_id: order.person_id, platform: order.platform });
  }
}
