import { notFound, type Trx } from '#server/core/deps.ts';
import type { StoredAccount } from './tables.ts';

/**
 * Locks an account's row. Others may still insert rows that reference it: with the stronger lock they and deliveries of
 * several accounts would wait for each other.
 * @param personId the required owner, if any
 * @throws {ServiceError} 404
 */
export async function lockAccount(trx: Trx, accountId: string, personId?: string): Promise<StoredAccount> {
  return trx
    .selectFrom('trading_account')
    .selectAll()
    .where('id', '=', accountId)
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? ''))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound);
}
