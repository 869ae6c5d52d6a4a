import type { StoredAccount } from '#server/accounts/tables.ts';
import { above, findRow, updateRow } from '#server/core/database/rows.ts';
import type { Db, Trx } from '#server/core/deps.ts';
import { isOwed } from '#server/support/claims.ts';
import { staysOwed } from '#shared/payouts/stages.ts';
import type { StoredPayout } from '../tables.ts';

/**
 * Whether the money of a payout that ended unpaid belongs to its payee instead of going back to the account: the account
 * was breached, closed or reset since the request, or it is owed already.
 */
export async function becomesOwed(trx: Trx, account: StoredAccount, payout: StoredPayout): Promise<boolean> {
  if (!staysOwed(payout.status, payout.reason)) return false;
  if (payout.origin_id !== null || account.ended_at !== null || account.state.breach !== null) return true;
  const reset = await findRow(
    trx,
    'account_event',
    { account_id: account.id, type: 'reset', at: above(payout.requested_at) },
    ['source_id'],
  );
  return reset !== undefined;
}

/** Marks the money as owed, or as given up, at the payout that took it out of the account. */
export async function setOwed(trx: Trx, payout: StoredPayout, at: Date | null): Promise<void> {
  await updateRow(trx, 'payout', payout.origin_id ?? payout.id, { owed_at: at });
}

/** Payouts whose money is owed and that nothing sends again yet. */
export function selectOwed(executor: Db | Trx) {
  return executor.selectFrom('payout').selectAll('payout').where(isOwed);
}
