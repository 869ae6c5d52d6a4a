import type { Db, Trx } from '#server/core/deps.ts';
import { openStatuses } from '#shared/payouts/stages.ts';

/**
 * The payout of an account that is undecided or on its way, if any. One that sends owed money isn't the account's.
 * @param personId the required payee, if any
 */
export function findOpenPayout(
  executor: Db | Trx,
  accountId: string,
  personId?: string,
): Promise<{ readonly number: string } | undefined> {
  return executor
    .selectFrom('payout')
    .select('number')
    .where('account_id', '=', accountId)
    .where('origin_id', 'is', null)
    .where('status', 'in', openStatuses)
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? ''))
    .executeTakeFirst();
}
