import type { Deps } from '#server/core/deps.ts';
import { createState } from '#shared/accounts/engine.ts';
import type { AccountRules, AccountState } from '#shared/accounts/model.ts';

/** An account's last checkpoint at or before a time, from which later events apply; without one, its initial state. */
export async function readCheckpoint(
  db: Deps['db'],
  accountId: string,
  rules: AccountRules,
  at: number,
): Promise<{ readonly at: Date; readonly state: AccountState; readonly event_count: number }> {
  const checkpoint = await db
    .selectFrom('account_checkpoint')
    .select(['at', 'state', 'event_count'])
    .where('account_id', '=', accountId)
    .where('at', '<=', new Date(at))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return checkpoint ?? { at: new Date(0), state: createState(rules), event_count: 0 };
}
