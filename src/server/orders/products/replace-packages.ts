import { sql } from 'kysely';
import { lockSubscription } from '#server/billing/subscriptions/advance-period.ts';
import { cancelLocked } from '#server/billing/subscriptions/cancel.ts';
import { paidUntil, renewsAgain } from '#server/billing/subscriptions/find.ts';
import { getRow } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import type { RunningPackage } from '#shared/orders/running-packages.ts';
import type { OwnedOrder, Replaced } from '../product.ts';

type Kind = 'thor' | 'market-data';

/** `isDelivery` leaves out orders that wait: two paid orders would block each other's delivery. */
export type Reader = { readonly db?: Db | Trx; readonly isDelivery?: boolean };

/** A running package; without a subscription, it is paid and waits for delivery. */
type Running = RunningPackage & { readonly subscription: Replaced | null };

/** The packages of a kind that a person has, in whatever state of payment, and those paid but not yet delivered. */
export async function readRunningPackages(
  deps: Deps,
  personId: string,
  kind: Kind,
  { db = deps.db, isDelivery = false }: Reader = {},
): Promise<Running[]> {
  const subscriptions = await db
    .selectFrom('subscription')
    .innerJoin('orders', 'orders.id', 'subscription.order_id')
    .select(['subscription.id', 'subscription.package_id', 'subscription.platform', 'subscription.status'])
    .select(['orders.details', paidUntil.as('paid_until')])
    .where('subscription.person_id', '=', personId)
    .where('subscription.kind', '=', kind)
    .where('subscription.status', '<>', 'ended')
    .orderBy('subscription.created_at')
    .orderBy('subscription.id')
    .execute();
  const running = subscriptions.map(({ package_id: packageId, platform, details, id, status, paid_until }) => ({
    ...{ packageId, platform, exchanges: details.exchanges ?? [] },
    subscription: { id, endsAt: status === 'past-due' ? deps.clock() : paid_until },
  }));
  if (isDelivery) return running;
  const waiting = await db
    .selectFrom('orders')
    .select(['package_id', 'platform', 'details'])
    .where('person_id', '=', personId)
    .where('kind', 'in', kind === 'thor' ? ['thor'] : ['market-data', 'market-data-free'])
    .where('status', '=', 'paid')
    .where('refund_requested_at', 'is', null)
    .execute();
  return [
    ...running,
    ...waiting.map(({ package_id: packageId, platform, details }) => ({
      ...{ packageId, platform, exchanges: details.exchanges ?? [], subscription: null },
    })),
  ];
}

export function subscriptionsOf(replaces: readonly Running[]): Replaced[] {
  return replaces.flatMap(({ subscription }) => subscription ?? []);
}

/** Lets one delivery of a kind at a time decide what a person has. */
export async function lockPackages(trx: Trx, personId: string, kind: Kind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`packages:${kind}:${personId}`}, 0))`.execute(trx);
}

export async function stopReplaced(
  deps: Deps,
  trx: Trx,
  order: OwnedOrder,
  replaces: readonly Running[],
): Promise<void> {
  const person = await getRow(trx, 'person', order.person_id, ['email', 'first_name', 'locale']);
  for (const { id } of subscriptionsOf(replaces)) {
    const subscription = await lockSubscription(trx, id);
    if (!renewsAgain(subscription)) continue;
    const endsAt = await cancelLocked(deps, trx, subscription, `person:${order.person_id}`);
    await queueMail(deps, trx, person, 'subscription-replaced', `subscription-replaced:${id}`, {
      name: subscription.name,
      replacement: order.name,
      endsAt,
    });
  }
}
