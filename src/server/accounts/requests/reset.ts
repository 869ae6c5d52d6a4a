import { upsertRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';

/**
 * Resets an account once per request id; a job asks the platform. The request is kept until then, so that an outage
 * longer than the job's retries doesn't cost the trader the reset.
 */
export async function requestReset(deps: Deps, trx: Trx, accountId: string, requestId: string): Promise<void> {
  const request = { request_id: requestId, requested_at: deps.clock() };
  await upsertRow(trx, 'account_reset_request', { account_id: accountId, ...request }, 'account_id', request);
  await deps.jobs.send(trx, 'reset-account', { accountId, requestId }, { singletonKey: requestId });
}
