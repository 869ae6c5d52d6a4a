import { type Expression, expressionBuilder, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import type { SubscriptionRow } from '../order/product.ts';

export const batch = 50;

/** A subscription whose period is over. */
export type Due = Pick<SubscriptionRow, 'id' | 'period_ends_at'>;

/** Those to renew or end, oldest first, at most `batch`. @param after the last one found before */
export async function findDue(deps: Deps, after: Due | undefined): Promise<Due[]> {
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
              .where('bill.first_try_at', 'is not', null),
          ),
        ),
      )
      .where((eb) => eb.not(eb.exists(pendingDisputes(eb.ref('subscription.id')))))
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(period_ends_at, id) > (${after?.period_ends_at}::timestamptz, ${after?.id}::text)`),
      )
      .orderBy('period_ends_at')
      .orderBy('id')
      .limit(batch)
      .execute()
  );
}

/** Those with a bill that is to be charged again, at most `batch`. @param only one of them */
export async function findToTry(deps: Deps, only?: string): Promise<string[]> {
  const rows = await deps.db
    .selectFrom('bill')
    .select('subscription_id')
    .$if(only !== undefined, (query) => query.where('subscription_id', '=', only ?? ''))
    .where('status', '=', 'open')
    .where('next_try_at', '<=', deps.clock())
    .where((eb) => eb.not(eb.exists(pendingDisputes(eb.ref('bill.subscription_id')))))
    .limit(batch)
    .execute();
  return rows.map(({ subscription_id: id }) => id);
}

/** A subscription isn't charged while a dispute is open, nor while one that was lost in part suspends its account. */
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
          eb.selectFrom('subscription as mine').select('mine.order_id').where('mine.id', '=', subscriptionId),
        ),
        eb(
          'orders.id',
          'in',
          eb.selectFrom('bill as paid').select('paid.order_id').where('paid.subscription_id', '=', subscriptionId),
        ),
      ]),
    );
}
