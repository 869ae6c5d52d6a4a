import type { Deps } from '#server/core/deps.ts';
import { notFound } from '#server/core/errors.ts';
import type { StoredAccount } from './tables.ts';

/** @throws {ServiceError} 404 if the account is unknown or belongs to someone else */
export async function getOwnAccount(deps: Deps, personId: string, accountId: string): Promise<StoredAccount> {
  const row = await deps.db
    .selectFrom('trading_account')
    .selectAll()
    .where('id', '=', accountId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
