import type { Deps } from '../../deps.ts';
import { isHalted } from './running-halts.ts';

const batch = 200;

/**
 * Updates a platform that was down for longer than jobs are retried: accounts suspended here but trading there, the
 * reverse, and those with an unsent verdict or an expired lock.
 */
export async function reconcileAccess(deps: Deps): Promise<void> {
  const expired = await deps.db
    .deleteFrom('account_suspension')
    .where('until', '<=', deps.clock())
    .returning('account_id as id')
    .execute();
  const held = await deps.db
    .selectFrom('account_suspension')
    .innerJoin('trading_account', 'trading_account.id', 'account_suspension.account_id')
    .select('trading_account.id')
    .distinct()
    .where('suspended_at', 'is', null)
    .where('ended_at', 'is', null)
    .limit(batch)
    .execute();
  const released = await deps.db
    .selectFrom('trading_account')
    .select('id')
    .where('suspended_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('id', 'not in', (eb) => eb.selectFrom('account_suspension').select('account_id'))
    .where((eb) => eb.not(isHalted))
    .limit(batch)
    .execute();
  const halted = await deps.db
    .selectFrom('trading_account')
    .select('id')
    .where('suspended_at', 'is', null)
    .where('ended_at', 'is', null)
    .where(isHalted)
    .limit(batch)
    .execute();
  const due = await deps.db
    .selectFrom('trading_account')
    .select('id')
    .where('access_due_at', '<=', deps.clock())
    .where('ended_at', 'is', null)
    .orderBy('access_due_at')
    .limit(batch)
    .execute();
  for (const { id: accountId } of [...expired, ...held, ...released, ...halted, ...due]) {
    await deps.jobs.send(deps.db, 'sync-access', { accountId }, { singletonKey: accountId });
  }
}
