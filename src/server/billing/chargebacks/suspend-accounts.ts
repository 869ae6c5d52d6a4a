import { suspendAccount } from '#server/accounts/access/suspend.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { findOrderAccounts } from '#server/orders/suspend-accounts.ts';
import type { OrderRow } from '#server/orders/tables.ts';

/** Suspends the accounts of a disputed order until the suspension of this dispute is lifted. */
export async function suspendAccounts(deps: Deps, trx: Trx, order: OrderRow, disputeId: string): Promise<void> {
  for (const accountId of await findOrderAccounts(trx, order)) {
    await suspendAccount(deps, trx, { accountId, source: `dispute:${disputeId}`, reason: 'dispute' });
  }
}
