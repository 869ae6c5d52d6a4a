import type { output } from 'zod/mini';
import { requireCopier } from '#server/accounts/feed/copier-availability.ts';
import { isActivated } from '#server/accounts/summary/build.ts';
import { stageOfAccount } from '#server/accounts/summary/stage.ts';
import { getLockedRow, insertOnce, requireRow, updateRow } from '#server/core/database/rows.ts';
import { type Deps, invalid, newId, notFound, ServiceError, type Trx } from '#server/core/deps.ts';
import { isOver } from '#shared/accounts/lifecycle.ts';
import type { saveCopier } from '#shared/copier/contract.ts';
import { appendCopyLog } from './append-log.ts';
import { findCopierPackage } from './find-package.ts';

type GroupRequest = output<typeof saveCopier.body>;
type Link = Awaited<ReturnType<typeof listLinks>>[number];

/**
 * Sets a person's leader and followers. Followers that are running, or still hold a copied position, stay as they are.
 * @throws {ServiceError} 404 for another person's account; 409 without a package that covers them, for an account that
 * is over or takes no orders, and for a change of a running follower; 422 if an account is listed twice
 */
export async function saveCopyGroup(deps: Deps, personId: string, request: GroupRequest): Promise<void> {
  await requireCopier(deps, deps.db);
  const ids = [request.leaderId, ...request.followers.map(({ accountId }) => accountId)];
  if (new Set(ids).size < ids.length) throw invalid({ followers: ['invalid'] });
  await deps.db.transaction().execute(async (trx) => {
    const group = await lockOrCreate(deps, trx, personId, request.leaderId);
    const links = await listLinks(trx, group.id);
    await checkAccounts(trx, personId, ids, new Set([group.leader_id, ...links.map((link) => link.account_id)]));
    const copierPackage = await findCopierPackage(deps, trx, personId);
    if (copierPackage === null || request.followers.length > copierPackage.followers)
      throw new ServiceError(409, 'copier_package');
    checkRunning(group.leader_id, links, request);
    if (group.leader_id !== request.leaderId) {
      await trx.deleteFrom('copy_link').where('account_id', '=', request.leaderId).execute();
      await trx.deleteFrom('copy_queue').where('leader_id', '=', group.leader_id).execute();
      await updateRow(trx, 'copy_group', group.id, { leader_id: request.leaderId });
    }
    await storeFollowers(trx, group.id, links, request);
    await appendCopyLog(deps, trx, group.id, [
      {
        ...{ accountId: request.leaderId, action: 'settings', reason: null, order: null },
        ...{ leaderSequence: null, leaderStoredAt: null, latencyMs: null },
      },
    ]);
  });
}

async function lockOrCreate(deps: Deps, trx: Trx, personId: string, leaderId: string) {
  await requireRow(trx, 'trading_account', { id: leaderId, person_id: personId }, ['id']);
  await insertOnce(trx, 'copy_group', {
    id: newId(),
    person_id: personId,
    leader_id: leaderId,
    created_at: deps.clock(),
  });
  return getLockedRow(trx, 'copy_group', { person_id: personId }, ['id', 'leader_id']);
}

function listLinks(trx: Trx, groupId: string) {
  return trx.selectFrom('copy_link').selectAll().where('group_id', '=', groupId).execute();
}

/** Accounts already in the group may be over; new ones may not. */
async function checkAccounts(trx: Trx, personId: string, ids: readonly string[], memberIds: ReadonlySet<string>) {
  const rows = await trx
    .selectFrom('trading_account')
    .select(['id', 'phase', 'state', 'end_reason', 'suspended_at', 'simulated'])
    .select(isActivated)
    .where('person_id', '=', personId)
    .where('id', 'in', ids)
    .execute();
  if (rows.length < ids.length) throw notFound();
  for (const row of rows) {
    const stage = stageOfAccount(row, row.state.status);
    if (!row.simulated || (isOver(stage) && !memberIds.has(row.id))) throw new ServiceError(409, 'copier_account');
  }
}

function checkRunning(leaderId: string, links: readonly Link[], request: GroupRequest): void {
  const running = links.filter(({ phase }) => phase !== 'disarmed');
  const isUnchanged = (link: Link) => {
    const after = request.followers.find(({ accountId }) => accountId === link.account_id);
    if (after === undefined || after.copyMode !== link.copy_mode) return false;
    return isSameSizing(after.sizing, link.sizing) && after.dailyStopCents === link.daily_stop_cents;
  };
  const isNewLeader = leaderId !== request.leaderId && running.length > 0;
  if (isNewLeader || !running.every(isUnchanged)) throw new ServiceError(409, 'copier_armed');
}

function isSameSizing(left: Link['sizing'], right: Link['sizing']): boolean {
  const amountOf = (sizing: Link['sizing']) => (sizing.mode === 'ratio' ? sizing.hundredths : sizing.contracts);
  return left.mode === right.mode && left.size === right.size && amountOf(left) === amountOf(right);
}

async function storeFollowers(trx: Trx, groupId: string, links: readonly Link[], { followers }: GroupRequest) {
  const followerIds = new Set(followers.map(({ accountId }) => accountId));
  const removed = links.map((link) => link.account_id).filter((id) => !followerIds.has(id));
  if (removed.length > 0) {
    await trx.deleteFrom('copy_link').where('account_id', 'in', removed).execute();
    await setCopied(trx, removed, false);
  }
  for (const [position, { accountId, copyMode, sizing, dailyStopCents }] of followers.entries()) {
    const settings = {
      ...{ position, copy_mode: copyMode, sizing: JSON.stringify(sizing) },
      daily_stop_cents: dailyStopCents,
    };
    await trx
      .insertInto('copy_link')
      .values({ account_id: accountId, group_id: groupId, phase: 'disarmed', disarm_reason: 'new', ...settings })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(settings))
      .execute();
  }
  if (followerIds.size > 0) await setCopied(trx, [...followerIds], true);
}

/** While copied, a follower's own simulated trader finishes its trade and opens no more. */
async function setCopied(trx: Trx, accountIds: readonly string[], copied: boolean): Promise<void> {
  await trx.updateTable('simulated_trader').set({ copied }).where('account_id', 'in', accountIds).execute();
}
