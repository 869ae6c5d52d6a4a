import type { Trx } from '#server/core/deps.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { compareDelivered } from './apply-events.ts';
import { readCheckpoint } from './read-checkpoint.ts';

/** Goes back to the last checkpoint at or before a late event and deletes later derived rows; callers rebuild them. */
export async function replayFromCheckpoint(trx: Trx, accountId: string, rules: AccountRules, at: number) {
  const { at: from, state, event_count: checkpointCount } = await readCheckpoint(trx, accountId, rules, at);
  await trx.deleteFrom('account_checkpoint').where('account_id', '=', accountId).where('at', '>', from).execute();
  await trx.deleteFrom('equity_point').where('account_id', '=', accountId).where('at', '>=', from).execute();
  const rows = await trx
    .selectFrom('account_event')
    .select(['source_id as sourceId', 'event'])
    .where('account_id', '=', accountId)
    .where('at', '>=', from)
    .execute();
  return {
    state,
    checkpointCount,
    events: rows.sort(compareDelivered).map((row) => row.event),
    from: from.getTime(),
  };
}
