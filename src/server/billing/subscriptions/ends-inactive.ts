import { sql } from 'kysely';
import type { Trx } from '#server/core/deps.ts';
import type { SubscriptionRow } from '#server/orders/product.ts';
import { closesWithinPaidPeriod } from '#shared/accounts/inactivity.ts';
import { canUseData } from './data-users.ts';

/**
 * When a subscription's account closes for inactivity as announced, as a column of a query on `subscription`; for
 * market data, when the last account that can use it closes. Null if none does.
 */
export const closesAt = sql<Date | null>`case
  when subscription.account_id is not null
    then (select inactive.close_at from account_inactivity as inactive where inactive.account_id = subscription.account_id)
  when subscription.kind = 'market-data' and subscription.amount_cents > 0 then (
    select case when bool_and(inactive.close_at is not null) then max(inactive.close_at) end
    from trading_account as account left join account_inactivity as inactive on inactive.account_id = account.id
    where account.person_id = subscription.person_id and account.platform = subscription.platform and ${canUseData}
  ) end`;

/** Whether a subscription ends with its period because its account closes for inactivity, as announced. */
export async function endsInactive(
  trx: Trx,
  { id, period_ends_at: endsAt }: Pick<SubscriptionRow, 'id' | 'period_ends_at'>,
): Promise<boolean> {
  const { at } = await trx
    .selectFrom('subscription')
    .select(closesAt.as('at'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return closesWithinPaidPeriod(at?.getTime() ?? null, endsAt.getTime());
}
