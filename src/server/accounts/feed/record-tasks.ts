import type * as z from 'zod/mini';
import { insertOnce, listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import type { bridgeHeartbeatSchema } from '../ports/platform/bridge-messages.ts';

type Task = NonNullable<z.output<typeof bridgeHeartbeatSchema>['tasks']>[number];

/**
 * Replaces what a person must do on a platform. For an account with a task that is no longer open, the platform is asked
 * again at once, so that what was confirmed counts as done.
 */
export async function recordTasks(deps: Deps, platform: PlatformName, tasks: readonly Task[]): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const ids = tasks.map(({ id }) => id);
    const gone = await trx
      .deleteFrom('platform_task')
      .where('platform', '=', platform)
      .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
      .returning(['account_id', 'kind'])
      .execute();
    for (const { account_id: accountId, kind } of gone) {
      if (kind === 'set-access') await deps.jobs.send(trx, 'sync-access', { accountId }, { singletonKey: accountId });
      if (kind === 'set-access' || kind === 'transfer-money') {
        await deps.jobs.send(trx, 'execute-payout-transfers', { accountId }, { singletonKey: accountId });
      }
    }
    if (tasks.length === 0) return;
    const known = await listRows(trx, 'trading_account', { platform, id: tasks.map(({ accountId }) => accountId) }, [
      'id',
    ]);
    const accountIds = new Set(known.map(({ id }) => id));
    const rows = tasks
      .filter(({ accountId }) => accountIds.has(accountId))
      .map(({ id, accountId, kind, text, command = null, requestedAt }) => ({
        ...{ platform, id, kind, text, command, account_id: accountId, requested_at: new Date(requestedAt) },
      }));
    if (rows.length === 0) return;
    await insertOnce(trx, 'platform_task', rows);
  });
}
