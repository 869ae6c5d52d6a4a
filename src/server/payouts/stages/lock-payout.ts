import { lockAccount } from '#server/accounts/lock.ts';
import type { StoredAccount } from '#server/accounts/tables.ts';
import { findRow, getLockedRow } from '#server/core/database/rows.ts';
import { notFound, type Trx } from '#server/core/deps.ts';
import type { StoredPayout } from '../tables.ts';

/** `account` is null for a payout of commissions. */
export type LockedPayout = { readonly payout: StoredPayout; readonly account: StoredAccount | null };

/**
 * A payout and its account, locked in the order used everywhere: the account first, the ledger last.
 * @param personId the person it must belong to
 * @throws {ServiceError} 404
 */
export async function lockPayout(trx: Trx, payoutId: string, personId?: string): Promise<LockedPayout> {
  const found = await findRow(trx, 'payout', payoutId, ['account_id', 'person_id']);
  if (!found || (personId !== undefined && found.person_id !== personId)) throw notFound();
  const account = found.account_id === null ? null : await lockAccount(trx, found.account_id);
  const payout = await getLockedRow(trx, 'payout', payoutId);
  return { payout, account };
}
