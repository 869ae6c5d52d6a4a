import { listRunningHalts } from '#server/accounts/access/running-halts.ts';
import { orderConditionsOf } from '#server/accounts/lifecycle/order-conditions.ts';
import { rulesColumns, rulesOf } from '#server/accounts/rules-of.ts';
import { isActivated } from '#server/accounts/summary/build.ts';
import type { StoredAccount } from '#server/accounts/tables.ts';
import { listRows } from '#server/core/database/rows.ts';
import type { Row } from '#server/core/database/table.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { CopyLink } from '#shared/copier/copy-link.ts';
import type { FollowerAccount } from '#shared/copier/decide-copy.ts';
import { openStatuses } from '#shared/payouts/stages.ts';
import type { copierTables } from './tables.ts';

export type Follower = {
  readonly accountId: string;
  /** Zero-based, among all followers, running or not. */
  readonly rank: number;
  readonly link: CopyLink;
  readonly account: FollowerAccount;
  readonly row: Pick<StoredAccount, 'id' | 'person_id' | 'program' | 'size' | 'platform_account_id'>;
};

/** When to lock the leader along with its followers: always, or only if its orders are copied. */
type LeaderLock = { readonly id: string; readonly lock: 'always' | 'in-order-mode' };

/**
 * Locks a group's followers and their accounts, in the same order as the feed. While the leader is locked with them,
 * its positions and orders can't change.
 */
export async function lockFollowers(
  deps: Deps,
  trx: Trx,
  groupId: string,
  leader: LeaderLock,
): Promise<readonly Follower[]> {
  const links = await listRows(trx, 'copy_link', { group_id: groupId }, undefined, { orderBy: 'position' });
  if (links.length === 0) return [];
  const ids = links.map((link) => link.account_id);
  const inOrderMode = links.some(({ phase, copy_mode: mode }) => phase !== 'disarmed' && mode === 'order');
  const isLeaderLocked = leader.lock === 'always' || inOrderMode;
  const rows = await trx
    .selectFrom('trading_account')
    .select([
      'id',
      'person_id',
      'platform',
      'platform_account_id',
      'state',
      'end_reason',
      'suspended_at',
      'personal_stop',
    ])
    .select([...rulesColumns])
    .select(isActivated)
    .where('id', 'in', isLeaderLocked ? [...ids, leader.id] : ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  const payouts = await listRows(trx, 'payout', { account_id: ids, status: openStatuses }, ['account_id']);
  const suspensions = await trx
    .selectFrom('account_suspension')
    .select('account_id')
    .where('account_id', 'in', ids)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', deps.clock())]))
    .execute();
  const halts = await listRunningHalts(trx);
  const now = deps.clock().getTime();
  const suspended = new Set(suspensions.map((row) => row.account_id));
  const reviewed = new Set(payouts.map((row) => row.account_id));
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return links.flatMap((link, rank) => {
    const row = rowOf.get(link.account_id);
    if (!row) return [];
    const account: FollowerAccount = {
      rules: rulesOf(deps.catalog, row),
      state: row.state,
      ...orderConditionsOf(row, { status: row.state.status, isSuspended: suspended.has(row.id), halts, now }),
      hasPayoutUnderReview: reviewed.has(row.id),
    };
    return [{ accountId: row.id, rank, link: linkOf(link), account, row }];
  });
}

export function linkOf(row: Row<typeof copierTables.copy_link>): CopyLink {
  return {
    copyMode: row.copy_mode,
    sizing: row.sizing,
    dailyStopCents: row.daily_stop_cents,
    phase: row.phase,
    disarmReason: row.disarm_reason,
    waiting: row.waiting,
    missed: row.missed,
    unmatched: row.unmatched,
  };
}
