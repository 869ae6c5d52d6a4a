import { findRow } from '#server/core/database/rows.ts';
import type { Db, Trx } from '#server/core/deps.ts';

/** The inactivity dates announced to an account's owner, in UTC ms; null for an active account. */
export async function findInactivity(db: Db | Trx, accountId: string) {
  const row = await findRow(db, 'account_inactivity', { account_id: accountId });
  if (!row) return null;
  const isPaused = row.paused_at !== null && row.resumed_at === null;
  return {
    since: row.since.getTime(),
    pauseAt: row.paused_at === null ? (row.pause_at?.getTime() ?? null) : null,
    isPaused,
    closeAt: row.close_at?.getTime() ?? null,
  };
}
