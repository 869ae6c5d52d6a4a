import { endSubscription, type TerminationReason } from '#server/billing/subscriptions/end.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { requestEnd } from '../requests/end.ts';

/** Ends an account and its renewals permanently; a job closes it at the platform. */
export async function terminateAccount(
  deps: Deps,
  trx: Trx,
  accountId: string,
  actor: string,
  reason: TerminationReason = 'terminated',
): Promise<void> {
  const subscriptions = await trx
    .selectFrom('subscription')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '<>', 'ended')
    .forUpdate()
    .execute();
  for (const subscription of subscriptions) await endSubscription(deps, trx, subscription, actor, reason);
  if (subscriptions.length > 0) return;
  await requestEnd(deps, trx, accountId, reason);
}
