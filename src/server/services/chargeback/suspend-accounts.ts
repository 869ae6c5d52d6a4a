import type { OrderRow } from '../../db/order-tables.ts';
import type { Deps, Trx } from '../../deps.ts';
import { suspendAccount } from '../account/suspend.ts';
import { findOrderAccounts } from '../order/accounts.ts';

/** Suspends the accounts of a disputed order until the suspension of this dispute is lifted. */
export async function suspendAccounts(deps: Deps, trx: Trx, order: OrderRow, disputeId: string): Promise<void> {
  for (const accountId of await findOrderAccounts(trx, order)) {
    await suspendAccount(deps, trx, { accountId, source: `dispute:${disputeId}`, reason: 'dispute' });
  }
}
