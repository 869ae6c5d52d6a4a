import { deleteRows, isNull, listRows } from '#server/core/database/rows.ts';
import { type Deps, ServiceError } from '#server/core/deps.ts';
import { isListed } from '../ports/platform/bridge-messages.ts';
import { ingestInTransaction } from './ingest.ts';

/**
 * Appends parked events whose contract is now listed, each at its own time. Those too old for the engine stay parked
 * for review. @returns how many were appended
 */
export async function replayParkedEvents(deps: Deps): Promise<number> {
  const rows = await listRows(deps.db, 'parked_event', { dismissed_at: isNull }, ['account_id', 'source_id', 'event']);
  let appended = 0;
  for (const [accountId, parked] of Map.groupBy(rows, (row) => row.account_id)) {
    const listed = parked.flatMap(({ source_id: sourceId, event }) => (isListed(event) ? [{ sourceId, event }] : []));
    if (listed.length === 0) continue;
    try {
      await deps.db.transaction().execute(async (trx) => {
        await ingestInTransaction(deps, trx, accountId, listed);
        const sourceIds = listed.map(({ sourceId }) => sourceId);
        await deleteRows(trx, 'parked_event', { account_id: accountId, source_id: sourceIds });
      });
      appended += listed.length;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      deps.log.error({ accountId, err: error }, 'parked events could not be appended');
    }
  }
  return appended;
}
