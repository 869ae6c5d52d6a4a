import { findRow } from '#server/core/database/rows.ts';
import { type Deps, notFound } from '#server/core/deps.ts';
import type { StoredAccount } from './tables.ts';

/** @throws {ServiceError} 404 if the account is unknown or belongs to someone else */
export async function getOwnAccount(deps: Deps, personId: string, accountId: string): Promise<StoredAccount> {
  const row = await findRow(deps.db, 'trading_account', { id: accountId, person_id: personId });
  if (!row) throw notFound();
  return row;
}
