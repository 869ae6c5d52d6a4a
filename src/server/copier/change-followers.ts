import { findRow, getRow } from '#server/core/database/rows.ts';
import { type Deps, notFound, ServiceError, type Trx } from '#server/core/deps.ts';
import { advancePeriod } from '#shared/accounts/engine.ts';
import { openDayResultCents } from '#shared/accounts/personal-stop/day-figures.ts';
import { arm, type CopyLink, disarm, findArmBlockedReason, flatten } from '#shared/copier/copy-link.ts';
import { appendCopyLog } from './append-log.ts';
import { type CopyGroup, copyGroup, lockCopyGroup } from './copy-positions.ts';
import { findCopierPackage } from './find-package.ts';
import { type Follower, lockFollowers } from './read-followers.ts';
import { storeLinks } from './store-links.ts';

/**
 * Starts copying to followers. Followers that already run stay as they are.
 * @throws {ServiceError} 404 unless they are the person's followers; 409 without a package that covers them, or if one
 * has a position, has reached its daily stop or may not trade
 */
export async function armFollowers(deps: Deps, personId: string, accountIds: readonly string[]): Promise<void> {
  await changeFollowers(deps, personId, accountIds, async (trx, group, followers) => {
    const copierPackage = await findCopierPackage(deps, trx, personId);
    const leader = await getRow(trx, 'trading_account', group.leader_id, ['state', 'ended_at']);
    if (leader.ended_at !== null) throw new ServiceError(409, 'copier_account');
    const now = deps.clock().getTime();
    for (const { rank, account, link } of followers) {
      if (link.phase !== 'disarmed') continue;
      if (copierPackage === null || rank >= copierPackage.followers) throw new ServiceError(409, 'copier_package');
      const state = advancePeriod(account.rules, account.state, now);
      const blockedReason = findArmBlockedReason({
        ...{ stage: account.stage, isFlat: state.positions.length === 0 },
        ...{ dailyStopCents: link.dailyStopCents, dayResultCents: openDayResultCents(state) },
      });
      if (blockedReason !== null) throw new ServiceError(409, `copier_${blockedReason}`);
    }
    return (link) => arm(link, leader.state.positions.length === 0);
  });
}

/** Copies only exits from now on. @throws {ServiceError} 404 unless they are the person's followers */
export async function disarmFollowers(deps: Deps, personId: string, accountIds: readonly string[]): Promise<void> {
  await changeFollowers(deps, personId, accountIds, async () => (link) => disarm(link, 'owner'));
}

/** Closes copied positions at the market. @throws {ServiceError} 404 unless they are the person's followers */
export async function flattenFollowers(deps: Deps, personId: string, accountIds?: readonly string[]): Promise<void> {
  await changeFollowers(deps, personId, accountIds, async () => (link) => flatten(link, 'flattened'));
}

async function changeFollowers(
  deps: Deps,
  personId: string,
  accountIds: readonly string[] | undefined,
  decide: (trx: Trx, group: CopyGroup, followers: readonly Follower[]) => Promise<(link: CopyLink) => CopyLink>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const ownGroup = await findRow(trx, 'copy_group', { person_id: personId }, ['id']);
    const group = ownGroup && (await lockCopyGroup(trx, ownGroup.id));
    if (!group) throw notFound();
    const allFollowers = await lockFollowers(deps, trx, group.id, { id: group.leader_id, lock: 'always' });
    const followers =
      accountIds === undefined ? allFollowers : allFollowers.filter(({ accountId }) => accountIds.includes(accountId));
    if (accountIds !== undefined && followers.length < new Set(accountIds).size) throw notFound();
    const change = await decide(trx, group, followers);
    const changes = followers
      .map((follower) => ({ follower, link: change(follower.link) }))
      .filter(({ follower, link }) => link.phase !== follower.link.phase);
    await storeLinks(deps, trx, changes);
    const records = changes.map(({ follower: { accountId }, link }) => ({
      ...{ accountId, action: link.phase, reason: link.disarmReason, order: null },
      ...{ leaderSequence: null, leaderStoredAt: null, latencyMs: null },
    }));
    await appendCopyLog(deps, trx, group.id, records);
    // The first pass closes open positions, the second one finds them closed.
    await copyGroup(deps, trx, group);
    await copyGroup(deps, trx, group);
  });
}
