import { type Expression, expressionBuilder, sql } from 'kysely';
import type { Database } from '#server/core/database/database.ts';
import type { Deps } from '#server/core/deps.ts';
import type { SubscriptionRow } from '#server/orders/product.ts';

export const dueBatchSize = 50;

export type DueSubscription = Pick<SubscriptionRow, 'id' | 'period_ends_at'>;

/**
 * Subscriptions to renew or end, oldest first, limited to `dueBatchSize`.
 * @param after the last one of the previous batch
 */
export async function findDue(deps: Deps, after: DueSubscription | undefined): Promise<DueSubscription[]> {
  return (
    deps.db
      .selectFrom('subscription')
      .select(['id', 'period_ends_at'])
      .where('status', '=', 'active')
      .where('period_ends_at', '<=', deps.clock())
      // A renewal in progress must finish first.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('bill')
              .select('bill.id')
              .whereRef('bill.subscription_id', '=', 'subscription.id')
              .whereRef('bill.period_starts_at', '=', 'subscription.period_ends_at')
              .where('bill.status', '=', 'open')
              .where('bill.first_attempt_at', 'is not', null),
          ),
        ),
      )
      .where((eb) => eb.not(eb.exists(pendingDisputes(eb.ref('subscription.id')))))
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(period_ends_at, id) > (${after?.period_ends_at}::timestamptz, ${after?.id}::text)`),
      )
      .orderBy('period_ends_at')
      .orderBy('id')
      .limit(dueBatchSize)
      .execute()
  );
}

/** Subscriptions with a bill to charge again, limited to `dueBatchSize`. @param only limits it to this subscription */
export async function findToRetry(deps: Deps, only?: string): Promise<string[]> {
  const rows = await deps.db
    .selectFrom('bill')
    .select('subscription_id')
    .$if(only !== undefined, (query) => query.where('subscription_id', '=', only ?? ''))
    .where('status', '=', 'open')
    .where('next_attempt_at', '<=', deps.clock())
    .where((eb) => eb.not(eb.exists(pendingDisputes(eb.ref('bill.subscription_id')))))
    .limit(dueBatchSize)
    .execute();
  return rows.map(({ subscription_id: id }) => id);
}

/** A subscription isn't charged while a dispute is open, or while one that was partly lost suspends its account. */
function pendingDisputes(subscriptionId: Expression<string>) {
  const { selectFrom } = expressionBuilder<Database>();
  return selectFrom('payment_dispute')
    .innerJoin('orders', 'orders.id', 'payment_dispute.order_id')
    .select('payment_dispute.id')
    .where(({ or, eb, exists }) =>
      or([
        eb('payment_dispute.status', '=', 'open'),
        exists(
          selectFrom('account_suspension')
            .select('account_suspension.account_id')
            .where('account_suspension.source', '=', sql<string>`'dispute:' || payment_dispute.id`),
        ),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb(
          'orders.id',
          'in',
          eb.selectFrom('subscription as started').select('started.order_id').where('started.id', '=', subscriptionId),
        ),
        eb(
          'orders.id',
          'in',
          eb.selectFrom('bill as paid').select('paid.order_id').where('paid.subscription_id', '=', subscriptionId),
        ),
      ]),
    );
}
