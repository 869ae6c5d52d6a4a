import type { Db, Trx } from '../../deps.ts';
import type { SubscriptionRow } from '../products/product.ts';

/** What was announced to the owner of an account without trades, in UTC ms; null for an active account. */
export async function findInactivity(db: Db | Trx, accountId: string) {
  const row = await db
    .selectFrom('account_inactivity')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) return null;
  const isPaused = row.paused_at !== null && row.resumed_at === null;
  return {
    since: row.since.getTime(),
    pauseAt: row.paused_at === null ? (row.pause_at?.getTime() ?? null) : null,
    isPaused,
    closeAt: row.close_at?.getTime() ?? null,
  };
}

/** Whether a subscription's account closes at the end of the period, as announced, unless it is traded before. */
export async function closesInstead(
  trx: Trx,
  { account_id: accountId, period_ends_at: endsAt }: SubscriptionRow,
): Promise<boolean> {
  if (accountId === null) return false;
  const closeAt = (await findInactivity(trx, accountId))?.closeAt ?? null;
  return closeAt !== null && closeAt <= endsAt.getTime();
}
