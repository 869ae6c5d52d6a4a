import { enqueueAccessSyncs, liftSuspension } from '#server/accounts/access/suspend.ts';
import { queueFollowerCheck } from '#server/accounts/feed/queue-copies.ts';
import { requestEnd } from '#server/accounts/requests/end.ts';
import { updateRow } from '#server/core/database/rows.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import type { SubscriptionRow } from '#server/orders/product.ts';
import type { AccountEndReason } from '#shared/accounts/lifecycle.ts';

export type TerminationReason = Extract<AccountEndReason, 'terminated' | 'inactivity'>;

/** Ends a subscription and what depends on it, unless it is `kept`; its open bills become void. */
export async function endSubscription(
  deps: Deps,
  trx: Trx,
  subscription: SubscriptionRow,
  actor: string,
  endReason?: TerminationReason | 'kept',
): Promise<void> {
  const { id, account_id: accountId, kind } = subscription;
  await updateRow(trx, 'subscription', id, { status: 'ended', ended_at: deps.clock() });
  const unpaid = trx.updateTable('bill').set({ status: 'void', next_attempt_at: null });
  await unpaid.where('subscription_id', '=', id).where('status', '=', 'open').execute();
  await writeAudit(deps, trx, actor, 'subscription-ended', ['subscription', id]);
  if (kind === 'thor') await queueFollowerCheck(deps, trx, subscription.person_id);
  if (kind === 'market-data') await enqueueAccessSyncs(deps, trx, subscription);
  if (endReason === 'kept') return liftSuspension(deps, trx, `subscription:${id}`);
  if (accountId === null) return;
  await requestEnd(deps, trx, accountId, endReason ?? (kind === 'trial' ? 'expired' : 'canceled'));
}
