import type { StoredPayout } from '../../db/payout-tables.ts';
import type { StoredAccount } from '../../db/schema.ts';
import type { Trx } from '../../deps.ts';
import { notFound } from '../../errors.ts';

export type LockedPayout = { readonly payout: StoredPayout; readonly account: StoredAccount };

/**
 * A payout and its account, locked in the order in which everything locks them: the account first, the ledger last.
 * @param personId whose it must be. @throws {ServiceError} 404
 */
export async function lockPayout(trx: Trx, payoutId: string, personId?: string): Promise<LockedPayout> {
  const account = await trx
    .selectFrom('trading_account')
    .selectAll()
    .where('id', '=', (eb) => eb.selectFrom('payout').select('account_id').where('id', '=', payoutId))
    .forUpdate()
    .executeTakeFirst();
  if (!account || (personId !== undefined && account.person_id !== personId)) throw notFound();
  const payout = await trx
    .selectFrom('payout')
    .selectAll()
    .where('id', '=', payoutId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { payout, account };
}
