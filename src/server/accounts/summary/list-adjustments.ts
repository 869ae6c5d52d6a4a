import { listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { Adjustment } from '#shared/accounts/model.ts';

/** Cash movements outside trading, oldest first. */
export async function listAdjustments(deps: Deps, accountId: string): Promise<readonly Adjustment[]> {
  const rows = await listRows(deps.db, 'account_event', { account_id: accountId, type: 'adjustment' }, ['event'], {
    orderBy: ['at', 'source_id'],
  });
  return rows.flatMap(({ event }) => (event.type === 'adjustment' ? event : []));
}
