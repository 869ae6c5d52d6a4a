import type { ExpressionBuilder } from 'kysely';
import type { Database } from '#server/core/database/database.ts';
import { updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import type { SubscriptionRow } from '#server/orders/product.ts';
import { renewalReminderMs } from '#shared/orders/renewal.ts';
import { type BillingInterval, billingIntervals } from '#shared/orders/types.ts';
import { stopUnusedData } from '../subscriptions/cancel-unused-data.ts';
import { mailTermEnd } from '../subscriptions/end-with-term.ts';
import { endsInactive } from '../subscriptions/ends-inactive.ts';
import { paidUntil } from '../subscriptions/find.ts';
import { dueBatchSize } from '../subscriptions/find-due.ts';
import { billingCountry } from '../subscriptions/read-billing-identity.ts';
import { readBuyer } from '../subscriptions/read-buyer.ts';

/**
 * Subscriptions whose reminder, or notice that the year ends, is due by the rule of the country they are billed to, limited to
 * `dueBatchSize`.
 */
export async function findToRemind(deps: Deps): Promise<string[]> {
  const now = deps.clock().getTime();
  const { consumerRights } = deps.catalog;
  const named = Object.values(consumerRights.places).flatMap((place) => (place.renewalReminder ? place.countries : []));
  const isDue = (eb: ExpressionBuilder<Database, 'subscription'>, interval: BillingInterval, country?: string) =>
    eb.and([
      eb('billing_interval', '=', interval),
      country === undefined ? eb(billingCountry, 'not in', named) : eb(billingCountry, '=', country),
      eb('period_ends_at', '<=', new Date(now + renewalReminderMs(consumerRights, interval, country ?? ''))),
    ]);
  const rows = await deps.db
    .selectFrom('subscription')
    .select('id')
    .where('status', '=', 'active')
    .where((eb) => eb.or([eb('renews', '=', true), eb('billing_interval', '=', 'yearly')]))
    .where('canceled_at', 'is', null)
    .where('amount_cents', '>', 0)
    .where('period_ends_at', '>', new Date(now))
    .where((eb) =>
      eb.or(billingIntervals.flatMap((interval) => [undefined, ...named].map((place) => isDue(eb, interval, place)))),
    )
    .where(({ ref, eb }) => eb(ref('period_ends_at'), '=', paidUntil))
    .where((eb) => eb.or([eb('reminded_for', 'is', null), eb('reminded_for', '<', eb.ref('period_ends_at'))]))
    .limit(dueBatchSize)
    .execute();
  return rows.map(({ id }) => id);
}

export async function sendReminder(deps: Deps, trx: Trx, subscription: SubscriptionRow): Promise<void> {
  const { id, period_ends_at: endsAt, canceled_at: canceledAt, status } = subscription;
  if (canceledAt !== null || status !== 'active' || subscription.reminded_for?.getTime() === endsAt.getTime()) return;
  if (await stopUnusedData(deps, trx, subscription)) return;
  await updateRow(trx, 'subscription', id, { reminded_for: endsAt });
  const isInactive = await endsInactive(trx, subscription);
  // The mail that announces the closing of an account has already named the renewal and its date.
  if (isInactive && subscription.account_id !== null) return;
  if (!subscription.renews) return await mailTermEnd(deps, trx, subscription);
  const person = await readBuyer(trx, subscription.person_id);
  await queueMail(deps, trx, person, 'renewal-reminder', `renewal-reminder:${id}:${endsAt.getTime()}`, {
    name: subscription.name,
    amountCents: subscription.amount_cents,
    billingInterval: subscription.billing_interval,
    at: endsAt.getTime(),
    isInactive,
  });
}
