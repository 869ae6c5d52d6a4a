import { updateRow } from '#server/core/database/rows.ts';
import { type Deps, notFound, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import type { SubscriptionRow } from '#server/orders/product.ts';
import { lockSubscription } from './advance-period.ts';
import { endSubscription } from './end.ts';
import { readPaidUntil } from './find.ts';

/**
 * Cancels a subscription: no further charges, and it runs to the end of its paid period. With an unpaid renewal it ends
 * at once, and a charge in progress isn't made or is refunded.
 * @throws {ServiceError} 404 unless it is the person's, 409 if it is canceled or over
 */
export async function cancelSubscription(deps: Deps, personId: string, id: string): Promise<{ endsAt: number }> {
  return deps.db.transaction().execute(async (trx) => {
    const owner = await trx
      .selectFrom('subscription')
      .innerJoin('person', 'person.id', 'subscription.person_id')
      .select(['person.email', 'person.first_name', 'person.locale'])
      .where('subscription.id', '=', id)
      .where('subscription.person_id', '=', personId)
      .executeTakeFirstOrThrow(notFound);
    const subscription = await lockSubscription(trx, id);
    if (subscription.canceled_at !== null || subscription.status === 'ended' || !subscription.renews) {
      throw new ServiceError(409, 'subscription_over');
    }
    const endsAt = await cancelLocked(deps, trx, subscription, `person:${personId}`);
    await queueMail(
      deps,
      trx,
      owner,
      'subscription-canceled',
      `subscription-canceled:${id}:${deps.clock().getTime()}`,
      {
        ...{ name: subscription.name },
        ...{ canceledAt: deps.clock().getTime(), endsAt, statement: null },
      },
    );
    return { endsAt };
  });
}

/** Cancels a locked subscription that renews. @returns when it ends, in UTC ms */
export async function cancelLocked(
  deps: Deps,
  trx: Trx,
  subscription: SubscriptionRow,
  actor: string,
): Promise<number> {
  const { id, status } = subscription;
  const now = deps.clock();
  await updateRow(trx, 'subscription', id, { canceled_at: now });
  await writeAudit(deps, trx, actor, 'subscription-canceled', ['subscription', id]);
  const endsAt = await readPaidUntil(trx, subscription);
  // Otherwise its renewal is due, and a charge may be in progress: its bill becomes void now.
  if (status !== 'past-due' && endsAt > now) return endsAt.getTime();
  await endSubscription(deps, trx, subscription, actor);
  return now.getTime();
}
