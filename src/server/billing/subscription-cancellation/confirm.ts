import type { Deps, Trx } from '#server/core/deps.ts';
import type { LinkParams } from '#server/core/signature.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { lockSubscription } from '../subscriptions/advance-period.ts';
import { cancelLocked } from '../subscriptions/cancel.ts';
import { isCancellationLink } from './link.ts';

export type CancellationState = 'dead' | 'open' | 'confirmed';

/** What a mailed link can still do. */
export async function findSubscriptionCancellation(deps: Deps, link: LinkParams): Promise<CancellationState> {
  if (!isCancellationLink(deps, link)) return 'dead';
  const row = await deps.db
    .selectFrom('subscription_cancellation')
    .select('confirmed_at')
    .where('id', '=', link.id)
    .executeTakeFirst();
  if (!row) return 'dead';
  return row.confirmed_at === null ? 'open' : 'confirmed';
}

/** Carries out a statement that the subscription's owner has proven. */
export async function confirmSubscriptionCancellation(deps: Deps, link: LinkParams): Promise<CancellationState> {
  if (!isCancellationLink(deps, link)) return 'dead';
  return deps.db.transaction().execute((trx) => carryOut(deps, trx, link.id));
}

/** Cancels the subscription of a statement, once, and mails the receipt. Nothing changes if it no longer renews. */
export async function carryOut(deps: Deps, trx: Trx, id: string): Promise<CancellationState> {
  const statement = await trx
    .selectFrom('subscription_cancellation')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!statement?.subscription_id) return 'dead';
  if (statement.confirmed_at !== null) return 'confirmed';
  await trx.updateTable('subscription_cancellation').set({ confirmed_at: deps.clock() }).where('id', '=', id).execute();
  const subscription = await lockSubscription(trx, statement.subscription_id);
  if (subscription.canceled_at !== null || subscription.status === 'ended' || !subscription.renews) return 'confirmed';
  const owner = await trx
    .selectFrom('person')
    .select(['email', 'first_name', 'locale'])
    .where('id', '=', subscription.person_id)
    .executeTakeFirstOrThrow();
  const endsAt = await cancelLocked(deps, trx, subscription, `person:${subscription.person_id}`);
  await queueMail(deps, trx, {
    dedupeKey: `subscription-canceled:${subscription.id}`,
    recipient: owner.email,
    locale: owner.locale,
    template: 'subscription-canceled',
    values: {
      ...{ firstName: owner.first_name, name: subscription.name },
      ...{ canceledAt: statement.received_at.getTime(), endsAt },
    },
  });
  return 'confirmed';
}

/** How long an unproven statement holds back a renewal, so that nobody pays between the statement and the click. */
const holdMs = 48 * 3_600_000;

/** Whether a charge due at a time waits for a statement's link to be opened. Further statements don't extend the wait. */
export async function awaitsConfirmation(
  { clock }: Deps,
  trx: Trx,
  subscriptionId: string,
  dueAt: Date,
): Promise<boolean> {
  if (clock().getTime() >= dueAt.getTime() + holdMs) return false;
  const waiting = await trx
    .selectFrom('subscription_cancellation')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('confirmed_at', 'is', null)
    .where('received_at', '>', new Date(clock().getTime() - holdMs))
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}
