import type { Trx } from '#server/core/deps.ts';
import { notFound } from '#server/core/errors.ts';
import type { StoredAccount } from './tables.ts';

/** Locks an account's row. @param personId the required owner, if any @throws {ServiceError} 404 */
export async function lockAccount(trx: Trx, accountId: string, personId?: string): Promise<StoredAccount> {
  const account = await trx
    .selectFrom('trading_account')
    .selectAll()
    .where('id', '=', accountId)
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? ''))
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw notFound();
  return account;
}
