import type { Deps } from '#server/core/deps.ts';
import type { Adjustment } from '#shared/accounts/events.ts';

/** Cash movements outside trading, oldest first. */
export async function listAdjustments(deps: Deps, accountId: string): Promise<readonly Adjustment[]> {
  const rows = await deps.db
    .selectFrom('account_event')
    .select('event')
    .where('account_id', '=', accountId)
    .where('type', '=', 'adjustment')
    .orderBy('at')
    .orderBy('source_id')
    .execute();
  return rows.flatMap(({ event }) => (event.type === 'adjustment' ? event : []));
}
