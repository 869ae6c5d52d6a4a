import { toLocale } from '#i18n/locales.ts';
import { findRow, getRow, updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { LinkParams, LinkState } from '#server/core/signature.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import type { SubscriptionRow } from '#server/orders/product.ts';
import { lockSubscription } from '../subscriptions/advance-period.ts';
import { cancelLocked } from '../subscriptions/cancel.ts';
import { endSubscription } from '../subscriptions/end.ts';
import { readPaidUntil } from '../subscriptions/find.ts';
import type { SubscriptionStatement } from '../tables.ts';
import { isCancellationLink } from './link.ts';
import { openSubscriptionTicket } from './open-ticket.ts';
import { describeStatement, readEnd } from './statement.ts';

export async function findSubscriptionCancellation(deps: Deps, link: LinkParams): Promise<LinkState> {
  if (!isCancellationLink(deps, link)) return 'dead';
  const row = await findRow(deps.db, 'subscription_cancellation', link.id, ['confirmed_at']);
  if (!row) return 'dead';
  return row.confirmed_at === null ? 'open' : 'confirmed';
}

export async function confirmSubscriptionCancellation(deps: Deps, link: LinkParams): Promise<LinkState> {
  if (!isCancellationLink(deps, link)) return 'dead';
  return deps.db.transaction().execute((trx) => carryOut(deps, trx, link.id));
}

/** Cancels the subscription of a statement, once, and mails the receipt. Nothing changes if it no longer renews. */
export async function carryOut(deps: Deps, trx: Trx, id: string): Promise<LinkState> {
  const find = trx.selectFrom('subscription_cancellation').selectAll().where('id', '=', id);
  const found = await find.executeTakeFirst();
  if (!found?.subscription_id) return 'dead';
  const subscription = await lockSubscription(trx, found.subscription_id);
  const statement = await find.forUpdate().executeTakeFirstOrThrow();
  if (statement.confirmed_at !== null) return 'confirmed';
  await updateRow(trx, 'subscription_cancellation', id, { confirmed_at: deps.clock() });
  if (subscription.canceled_at !== null || subscription.status === 'ended' || !subscription.renews) return 'confirmed';
  if (statement.kind === 'extraordinary') {
    await openSubscriptionTicket(deps, trx, statement, subscription.order_id, { personId: subscription.person_id });
  }
  const endsAt = await readEnd(trx, statement);
  const paidUntil = await readPaidUntil(trx, subscription);
  if (subscription.status === 'past-due' || endsAt <= paidUntil.getTime())
    await cancelAsStated(deps, trx, subscription, statement);
  else await mailOwner(deps, trx, subscription, statement, { template: 'cancellation-scheduled', endsAt });
  return 'confirmed';
}

/** Carries out the proven statement whose day lies in the period that has just been paid. */
export async function cancelOnStatedDay(deps: Deps, trx: Trx, subscription: SubscriptionRow): Promise<void> {
  const paidUntil = await readPaidUntil(trx, subscription);
  const statement = await trx
    .selectFrom('subscription_cancellation')
    .selectAll()
    .where('subscription_id', '=', subscription.id)
    .where('confirmed_at', 'is not', null)
    .where('ends_on', '<=', paidUntil.toISOString().slice(0, 10))
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst();
  if (!statement) return;
  const now = await lockSubscription(trx, subscription.id);
  if (now.canceled_at === null) await cancelAsStated(deps, trx, now, statement);
}

async function cancelAsStated(deps: Deps, trx: Trx, subscription: SubscriptionRow, statement: SubscriptionStatement) {
  const actor = `person:${subscription.person_id}`;
  const stated = await readEnd(trx, statement);
  const planned = await cancelLocked(deps, trx, subscription, actor);
  const isAtOnce = stated === statement.received_at.getTime();
  if (isAtOnce && planned > deps.clock().getTime()) await endSubscription(deps, trx, subscription, actor);
  const endsAt = Math.min(stated, planned);
  await mailOwner(deps, trx, subscription, statement, { template: 'subscription-canceled', endsAt });
}

type OwnerMail = {
  readonly template: 'subscription-canceled' | 'cancellation-scheduled';
  readonly endsAt: number;
};

async function mailOwner(
  deps: Deps,
  trx: Trx,
  { person_id: personId, name }: SubscriptionRow,
  statement: SubscriptionStatement,
  { template, endsAt }: OwnerMail,
): Promise<void> {
  const owner = await getRow(trx, 'person', personId, ['email', 'first_name', 'locale']);
  await queueMail(deps, trx, owner, template, `${template}:${statement.id}`, {
    ...{ name, canceledAt: statement.received_at.getTime(), endsAt },
    statement: describeStatement(statement, toLocale(owner.locale)),
  });
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
