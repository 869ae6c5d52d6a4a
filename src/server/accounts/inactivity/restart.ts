import { deleteRows, updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { firstInactivityCheck } from '#shared/accounts/inactivity.ts';
import { enqueueAccessSync } from '../access/suspend.ts';

/** Restarts the count of an account's days without a trade, after a reset or once a verdict no longer holds. */
export async function restartInactivity(deps: Deps, trx: Trx, accountId: string): Promise<void> {
  const now = deps.clock();
  const { inactivity } = deps.catalog.packages.accounts;
  await trx
    .updateTable('trading_account')
    .set({ activity_from: now, inactivity_due_at: new Date(firstInactivityCheck(inactivity, now.getTime())) })
    .where('id', '=', accountId)
    .where('expires_at', 'is', null)
    .execute();
  await clearInactivity(deps, trx, accountId);
}

/** Clears an account's announced inactivity and resumes its paused market data. */
export async function clearInactivity(deps: Deps, trx: Trx, accountId: string): Promise<void> {
  const [cleared] = await deleteRows(trx, 'account_inactivity', { account_id: accountId }, ['paused_at']);
  if (!cleared) return;
  await updateRow(trx, 'trading_account', accountId, { is_inactive: false });
  if (cleared.paused_at !== null) await enqueueAccessSync(deps, trx, accountId);
}
