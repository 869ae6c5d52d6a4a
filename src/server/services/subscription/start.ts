import { periodEnd } from '../../../domain/order/renewal.ts';
import type { Deps, Trx } from '../../deps.ts';
import { newId } from '../../ids.ts';
import { enqueueAccessSyncOf } from '../account/suspend.ts';
import { nameOfOrder } from '../order/name.ts';
import type { OrderRow } from '../order/transition.ts';
import type { SubscriptionPlan } from '../products/product.ts';

const dayMs = 86_400_000;

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
  // The paid period starts with the payment, or with the deferred start.
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
