import { findRow, insertOnce, isNull } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { AccountEndReason } from '#shared/accounts/lifecycle.ts';

/**
 * Ends an account that hasn't ended: a job closes it at the platform. The request is kept until then, so that an outage
 * longer than the job's retries doesn't leave the account open.
 */
export async function requestEnd(deps: Deps, trx: Trx, accountId: string, reason: AccountEndReason): Promise<void> {
  const open = await findRow(trx, 'trading_account', { id: accountId, ended_at: isNull }, ['id']);
  if (!open) return;
  await insertOnce(trx, 'account_end_request', { account_id: accountId, reason, requested_at: deps.clock() });
  await deps.jobs.send(trx, 'end-account', { accountId, reason }, { singletonKey: accountId });
}
