import { type Deps, writeAudit } from '#server/core/deps.ts';
import { enqueueAccessSync } from '../access/suspend.ts';
import { getOwnAccount } from '../get-own-account.ts';

/**
 * Resumes the paused market data of an inactive account; its closing date stays. Does nothing if it isn't paused.
 * @throws {ServiceError} 404 for another person's account
 */
export async function resumeMarketData(deps: Deps, personId: string, accountId: string): Promise<void> {
  await getOwnAccount(deps, personId, accountId);
  await deps.db.transaction().execute(async (trx) => {
    const resumed = await trx
      .updateTable('account_inactivity')
      .set({ resumed_at: deps.clock() })
      .where('account_id', '=', accountId)
      .where('paused_at', 'is not', null)
      .where('resumed_at', 'is', null)
      .returning('account_id')
      .executeTakeFirst();
    if (!resumed) return;
    await writeAudit(deps, trx, `person:${personId}`, 'market-data-resumed', ['account', accountId]);
    await enqueueAccessSync(deps, trx, accountId);
  });
}
