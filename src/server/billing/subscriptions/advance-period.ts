import { enqueueAccessSyncs, liftSuspension } from '#server/accounts/access/suspend.ts';
import { requestReset } from '#server/accounts/requests/reset.ts';
import { getRow, updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { BillRow, SubscriptionRow } from '#server/orders/product.ts';

export async function lockSubscription(trx: Trx, id: string): Promise<SubscriptionRow> {
  return trx.selectFrom('subscription').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/**
 * Moves a subscription to the period of a paid bill. A breached account that is still subscribed restarts free of
 * charge; its request id makes that once per period.
 */
export async function startPaidPeriod(deps: Deps, trx: Trx, subscription: SubscriptionRow, bill: BillRow) {
  await updateRow(trx, 'subscription', subscription.id, {
    status: 'active',
    period_starts_at: bill.period_starts_at,
    period_ends_at: bill.period_ends_at,
  });
  await liftSuspension(deps, trx, `subscription:${subscription.id}`);
  if (subscription.kind === 'market-data') await enqueueAccessSyncs(deps, trx, subscription);
  if (subscription.account_id === null) return;
  const account = await getRow(trx, 'trading_account', subscription.account_id, ['state']);
  if (account.state.status !== 'breached') return;
  await requestReset(deps, trx, subscription.account_id, `renewal-${bill.id}`);
}
