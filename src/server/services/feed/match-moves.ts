import { moveSourceId } from '../../../domain/payout/move-source.ts';
import type { Deps } from '../../deps.ts';
import type { BridgeDelivery } from '../../ports/platform/bridge-messages.ts';

type Delivered = BridgeDelivery['events'];

/**
 * Gives the platform's own report of money we had it move the source id under which we book the move, so that it counts
 * once whichever comes first. A request id that isn't the account's is ignored.
 */
export async function matchMoves(deps: Deps, accountId: string, events: Delivered): Promise<Delivered> {
  const requestIds = events.flatMap(({ event }) =>
    event.type === 'adjustment' && event.requestId !== undefined ? [event.requestId] : [],
  );
  if (requestIds.length === 0) return events;
  const rows = await deps.db
    .selectFrom('payout_move')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', requestIds)
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  return events.map(({ sourceId, event }) => {
    if (event.type !== 'adjustment' || event.requestId === undefined) return { sourceId, event };
    const { requestId, ...adjustment } = event;
    return known.has(requestId)
      ? { sourceId: moveSourceId(requestId), event: { ...adjustment, cause: 'payout' } }
      : { sourceId, event: adjustment };
  });
}
