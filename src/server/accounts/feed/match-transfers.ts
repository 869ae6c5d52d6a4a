import { listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { creditSourceId } from '#shared/accounts/dispute-credit.ts';
import { transferSourceId } from '#shared/payouts/transfer-source.ts';
import type { BridgeEvent } from '../ports/platform/bridge-messages.ts';

export type AppliedEvents = readonly { readonly sourceId: string; readonly event: BridgeEvent }[];

/**
 * If the platform reports a transfer that we requested, replaces the event's source id with that of our own booking, so
 * that the transfer counts once, whichever arrives first. Request ids of other accounts are ignored.
 */
export async function matchTransfers(deps: Deps, accountId: string, events: AppliedEvents): Promise<AppliedEvents> {
  const requestIds = events.flatMap(({ event }) =>
    event.type === 'adjustment' && event.requestId !== undefined ? [event.requestId] : [],
  );
  if (requestIds.length === 0) return events;
  const credits = await listRows(deps.db, 'account_dispute', { account_id: accountId, id: requestIds }, ['id']);
  const remedies = await listRows(deps.db, 'remedy', { account_id: accountId, id: requestIds }, ['id']);
  const causes = new Map<string, 'dispute' | 'outage'>(credits.map(({ id }) => [id, 'dispute']));
  for (const { id } of remedies) causes.set(id, 'outage');
  const rows = await listRows(deps.db, 'payout_transfer', { account_id: accountId, id: requestIds }, [
    'id',
    'payout_id',
  ]);
  const payoutIds = new Map(rows.map(({ id, payout_id }) => [id, payout_id]));
  return events.map(({ sourceId, event }) => {
    if (event.type !== 'adjustment' || event.requestId === undefined) return { sourceId, event };
    const { requestId, ...adjustment } = event;
    const cause = causes.get(requestId);
    if (cause !== undefined) return { sourceId: creditSourceId(requestId), event: { ...adjustment, cause } };
    const payoutId = payoutIds.get(requestId);
    return payoutId === undefined
      ? { sourceId, event: adjustment }
      : { sourceId: transferSourceId(requestId), event: { ...adjustment, cause: 'payout', payoutId } };
  });
}
