import { requireRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { StoredAccount } from './tables.ts';

/** @throws {ServiceError} 404 if the account is unknown or belongs to someone else */
export async function getOwnAccount(deps: Deps, personId: string, accountId: string): Promise<StoredAccount> {
  return requireRow(deps.db, 'trading_account', { id: accountId, person_id: personId });
}
