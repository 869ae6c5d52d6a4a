import { sql } from 'kysely';
import type { Deps } from '#server/core/deps.ts';
import { waitingKeys } from '#server/core/jobs/waiting-keys.ts';

/** Longer than a job may run. */
const staleAfterMs = 150_000;
const batchSize = 200;

/** Requeues requested ends, resets and restorations whose job the queue gave up on, as after a long outage of the platform. */
export async function requeueRequests(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - staleAfterMs);
  const ends = await deps.db
    .selectFrom('account_end_request as request')
    .innerJoin('trading_account as account', 'account.id', 'request.account_id')
    .select(['account.id as accountId', 'request.reason'])
    .where('account.ended_at', 'is', null)
    .where('request.requested_at', '<=', before)
    .where('request.account_id', 'not in', waitingKeys('end-account'))
    .orderBy('request.requested_at')
    .limit(batchSize)
    .execute();
  for (const end of ends) await deps.jobs.send(deps.db, 'end-account', end, { singletonKey: end.accountId });
  const resets = await deps.db
    .selectFrom('account_reset_request as request')
    .innerJoin('trading_account as account', 'account.id', 'request.account_id')
    .select(['account.id as accountId', 'request.request_id as requestId'])
    // Late events may have reversed the breach, and nobody wants a running account reset.
    .where(sql<string>`account.state ->> 'status'`, '=', 'breached')
    .where('account.ended_at', 'is', null)
    .where('account.id', 'not in', (eb) => eb.selectFrom('account_end_request').select('account_id'))
    .where('request.requested_at', '<=', before)
    .where('request.request_id', 'not in', waitingKeys('reset-account'))
    .orderBy('request.requested_at')
    .limit(batchSize)
    .execute();
  for (const reset of resets) await deps.jobs.send(deps.db, 'reset-account', reset, { singletonKey: reset.requestId });
  const restores = await deps.db
    .selectFrom('account_dispute')
    .select('id as disputeId')
    .where('credit_cents', 'is not', null)
    .where('restored_at', 'is', null)
    .where('decided_at', '<=', before)
    .where('id', 'not in', waitingKeys('restore-account'))
    .limit(batchSize)
    .execute();
  for (const restore of restores)
    await deps.jobs.send(deps.db, 'restore-account', restore, { singletonKey: restore.disputeId });
}
