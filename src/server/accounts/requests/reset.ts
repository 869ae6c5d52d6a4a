import type { Deps, Trx } from '#server/core/deps.ts';

/**
 * Resets an account once per request id; a job asks the platform. The request is kept until then, so that an outage
 * longer than the job's retries doesn't cost the trader the reset.
 */
export async function requestReset(deps: Deps, trx: Trx, accountId: string, requestId: string): Promise<void> {
  const request = { request_id: requestId, requested_at: deps.clock() };
  await trx
    .insertInto('account_reset_request')
    .values({ account_id: accountId, ...request })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(request))
    .execute();
  await deps.jobs.send(trx, 'reset-account', { accountId, requestId }, { singletonKey: requestId });
}
