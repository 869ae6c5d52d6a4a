import type { Deps } from '../../deps.ts';
import { ServiceError } from '../../errors.ts';
import { isListed } from '../../ports/platform/bridge-messages.ts';
import { ingestInto } from './ingest.ts';

/**
 * Counts parked events whose contract the catalogue lists by now, each in its place by its time. What the engine refuses
 * as too old stays parked for people to look at. @returns how many were counted
 */
export async function replayParkedEvents(deps: Deps): Promise<number> {
  const rows = await deps.db.selectFrom('parked_event').select(['account_id', 'source_id', 'event']).execute();
  let counted = 0;
  for (const [accountId, parked] of Map.groupBy(rows, (row) => row.account_id)) {
    const listed = parked.flatMap(({ source_id: sourceId, event }) => (isListed(event) ? [{ sourceId, event }] : []));
    if (listed.length === 0) continue;
    try {
      await deps.db.transaction().execute(async (trx) => {
        await ingestInto(deps, trx, accountId, listed);
        const sourceIds = listed.map(({ sourceId }) => sourceId);
        await trx
          .deleteFrom('parked_event')
          .where('account_id', '=', accountId)
          .where('source_id', 'in', sourceIds)
          .execute();
      });
      counted += listed.length;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      deps.log.error({ accountId, err: error }, 'parked events cannot be counted');
    }
  }
  return counted;
}
