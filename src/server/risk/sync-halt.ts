import { enqueueAccessSync } from '#server/accounts/access/suspend.ts';
import { above, findRow, isNull, listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { stopsAccount } from '#shared/accounts/halt.ts';

const batchSize = 500;

/**
 * Has the platform notified about each account that a halt covers, after it started or ended. Can be repeated safely.
 */
export async function syncHalt(deps: Deps, haltId: string): Promise<void> {
  const halt = await findRow(deps.db, 'trading_halt', haltId, ['scope', 'value']);
  if (!halt) return;
  let after = '';
  for (;;) {
    const accounts = await listRows(
      deps.db,
      'trading_account',
      { ended_at: isNull, id: above(after) },
      ['id', 'program', 'platform'],
      { orderBy: 'id', limit: batchSize },
    );
    const covered = accounts.filter((account) => halt.scope === 'instrument' || stopsAccount(halt, account));
    await deps.db.transaction().execute(async (trx) => {
      for (const { id } of covered) await enqueueAccessSync(deps, trx, id);
    });
    if (accounts.length < batchSize) return;
    after = accounts.at(-1)?.id ?? '';
  }
}
