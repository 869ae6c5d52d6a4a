import type { Deps } from '#server/core/deps.ts';
import type { BridgeDelivery } from '#server/core/ports/platform/bridge-messages.ts';
import { transferSourceId } from '#shared/payouts/transfer-source.ts';

type BridgeEvents = BridgeDelivery['events'];

/**
 * If the platform reports a transfer that we requested, replaces the event's source id with that of our own booking, so
 * that the transfer counts once, whichever arrives first. Request ids of other accounts are ignored.
 */
export async function matchTransfers(deps: Deps, accountId: string, events: BridgeEvents): Promise<BridgeEvents> {
  const requestIds = events.flatMap(({ event }) =>
    event.type === 'adjustment' && event.requestId !== undefined ? [event.requestId] : [],
  );
  if (requestIds.length === 0) return events;
  const rows = await deps.db
    .selectFrom('payout_transfer')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', requestIds)
    .execute();
  const transferIds = new Set(rows.map(({ id }) => id));
  return events.map(({ sourceId, event }) => {
    if (event.type !== 'adjustment' || event.requestId === undefined) return { sourceId, event };
    const { requestId, ...adjustment } = event;
    return transferIds.has(requestId)
      ? { sourceId: transferSourceId(requestId), event: { ...adjustment, cause: 'payout' } }
      : { sourceId, event: adjustment };
  });
}
