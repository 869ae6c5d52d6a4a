import { firstInactivityCheck } from '../../../domain/account/inactivity.ts';
import type { Deps, Trx } from '../../deps.ts';
import { enqueueAccessSync } from '../account/suspend.ts';

/** Counts an account's days without a trade from now on: after a reset, or once a verdict no longer holds. */
export async function restartInactivity(deps: Deps, trx: Trx, accountId: string): Promise<void> {
  const now = deps.clock();
  const { inactivity } = deps.catalog.packages.accounts;
  await trx
    .updateTable('trading_account')
    .set({ activity_from: now, inactivity_due_at: new Date(firstInactivityCheck(inactivity, now.getTime())) })
    .where('id', '=', accountId)
    .where('expires_at', 'is', null)
    .execute();
  await forgetInactivity(deps, trx, accountId);
}

/** Drops what was announced, and gives back what was paused. */
export async function forgetInactivity(deps: Deps, trx: Trx, accountId: string): Promise<void> {
  const dropped = await trx
    .deleteFrom('account_inactivity')
    .where('account_id', '=', accountId)
    .returning('paused_at')
    .executeTakeFirst();
  if (!dropped) return;
  await trx.updateTable('trading_account').set({ is_idle: false }).where('id', '=', accountId).execute();
  if (dropped.paused_at !== null) await enqueueAccessSync(deps, trx, accountId);
}
