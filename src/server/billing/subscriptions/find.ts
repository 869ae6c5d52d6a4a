import { sql } from 'kysely';
import { findRow, not } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import type { SubscriptionRow } from '#server/orders/product.ts';

/** An account's subscription; null once it has ended. */
export async function findSubscriptionOf(deps: Deps, accountId: string): Promise<SubscriptionRow | null> {
  const row = await findRow(deps.db, 'subscription', { account_id: accountId, status: not('ended') });
  return row ?? null;
}

type Renewing = Pick<SubscriptionRow, 'canceled_at' | 'renews' | 'status'>;

export function renewsAgain<Row extends Renewing>(subscription: Row | null): subscription is Row {
  return subscription?.renews === true && subscription.canceled_at === null && subscription.status !== 'ended';
}

/** Whether it will be charged again. */
export function isCharged(row: Renewing & Pick<SubscriptionRow, 'amount_cents'>): boolean {
  return renewsAgain(row) && row.amount_cents > 0;
}

/** The end of the paid time, as a column of a query on `subscription`: later than its period if one is prepaid. */
export const paidUntil = sql<Date>`greatest(subscription.period_ends_at, (
  select max(bill.period_ends_at) from bill where bill.subscription_id = subscription.id and bill.status = 'paid'
))`;

export async function readPaidUntil(db: Db | Trx, { id }: Pick<SubscriptionRow, 'id'>): Promise<Date> {
  const row = await db
    .selectFrom('subscription')
    .select(paidUntil.as('at'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.at;
}
