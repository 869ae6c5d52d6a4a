import type { Deps } from '#server/core/deps.ts';
import { isHalted } from './running-halts.ts';

const batchSize = 200;

/**
 * Catches up after a platform was down for longer than jobs are retried: syncs accounts that are suspended here but not
 * there, or the reverse, and those with an unsent verdict or an expired lock.
 */
export async function reconcileAccess(deps: Deps): Promise<void> {
  const expired = await deps.db
    .deleteFrom('account_suspension')
    .where('until', '<=', deps.clock())
    .returning('account_id as id')
    .execute();
  const suspended = await deps.db
    .selectFrom('account_suspension')
    .innerJoin('trading_account', 'trading_account.id', 'account_suspension.account_id')
    .select('trading_account.id')
    .distinct()
    .where('suspended_at', 'is', null)
    .where('ended_at', 'is', null)
    .limit(batchSize)
    .execute();
  const released = await deps.db
    .selectFrom('trading_account')
    .select('id')
    .where('suspended_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('id', 'not in', (eb) => eb.selectFrom('account_suspension').select('account_id'))
    .where((eb) => eb.not(isHalted))
    .limit(batchSize)
    .execute();
  const halted = await deps.db
    .selectFrom('trading_account')
    .select('id')
    .where('suspended_at', 'is', null)
    .where('ended_at', 'is', null)
    .where(isHalted)
    .limit(batchSize)
    .execute();
  const due = await deps.db
    .selectFrom('trading_account')
    .select('id')
    .where('access_due_at', '<=', deps.clock())
    .where('ended_at', 'is', null)
    .orderBy('access_due_at')
    .limit(batchSize)
    .execute();
  for (const { id: accountId } of [...expired, ...suspended, ...released, ...halted, ...due]) {
    await deps.jobs.send(deps.db, 'sync-access', { accountId }, { singletonKey: accountId });
  }
}
