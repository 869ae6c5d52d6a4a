import type { Deps, Trx } from '#server/core/deps.ts';
import { publishAccountChange } from '../event-log/channel.ts';

/**
 * Records that the permissions of a revision are effective at the platform: screens stop showing a pending lock, and a
 * payout that waited for it goes on.
 */
export async function confirmLock(deps: Deps, trx: Trx, accountId: string, revision: number): Promise<void> {
  const confirmed = await trx
    .updateTable('trading_account')
    .set({ lock_pending_revision: null, lock_pending_since: null })
    .where('id', '=', accountId)
    .where('lock_pending_revision', '<=', revision)
    .returning(['person_id', 'sequence'])
    .executeTakeFirst();
  if (!confirmed) return;
  const { person_id: personId, sequence } = confirmed;
  await publishAccountChange(deps, trx, personId, { accountId, sequence });
  await deps.jobs.send(trx, 'execute-payout-transfers', { accountId }, { singletonKey: accountId });
}

/** The confirmation of a revision may arrive before the response to its request. */
export async function isLockConfirmed(trx: Trx, accountId: string, revision: number): Promise<boolean> {
  const reports = await trx
    .selectFrom('platform_report')
    .select('report')
    .where('account_id', '=', accountId)
    .where('type', '=', 'access-effective')
    .orderBy('at', 'desc')
    .limit(20)
    .execute();
  return reports.some(({ report }) => report.type === 'access-effective' && report.revision >= revision);
}
