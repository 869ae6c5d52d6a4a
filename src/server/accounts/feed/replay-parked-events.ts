import type { Deps } from '#server/core/deps.ts';
import { ServiceError } from '#server/core/errors.ts';
import { isListed } from '../ports/platform/bridge-messages.ts';
import { ingestInTransaction } from './ingest.ts';

/**
 * Appends parked events whose contract is now listed, each at its own time. Those too old for the engine stay parked
 * for review. @returns how many were appended
 */
export async function replayParkedEvents(deps: Deps): Promise<number> {
  const rows = await deps.db
    .selectFrom('parked_event')
    .select(['account_id', 'source_id', 'event'])
    .where('dismissed_at', 'is', null)
    .execute();
  let appended = 0;
  for (const [accountId, parked] of Map.groupBy(rows, (row) => row.account_id)) {
    const listed = parked.flatMap(({ source_id: sourceId, event }) => (isListed(event) ? [{ sourceId, event }] : []));
    if (listed.length === 0) continue;
    try {
      await deps.db.transaction().execute(async (trx) => {
        await ingestInTransaction(deps, trx, accountId, listed);
        const sourceIds = listed.map(({ sourceId }) => sourceId);
        await trx
          .deleteFrom('parked_event')
          .where('account_id', '=', accountId)
          .where('source_id', 'in', sourceIds)
          .execute();
      });
      appended += listed.length;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      deps.log.error({ accountId, err: error }, 'parked events could not be appended');
    }
  }
  return appended;
}
