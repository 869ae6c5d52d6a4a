import { isDeepStrictEqual } from 'node:util';
import { type Db, type Deps, writeAudit } from '#server/core/deps.ts';
import { findPendingStart } from '#shared/accounts/personal-stop/personal-stop.ts';
import { isLockConfirmed } from '../access/confirm-lock.ts';
import { notifyOwner } from '../alerts/notify-owner.ts';
import { publishAccountChange } from '../event-log/channel.ts';
import { PlatformPending } from '../ports/platform/platform.ts';
import type { AccountAccess } from '../trading-access.ts';
import { acknowledgeActions, listUnacknowledged } from './acknowledge-actions.ts';
import { readAccess } from './read-access.ts';

const initialAccess: AccountAccess = { trading: true, marketData: [] };
const notPending = { lock_pending_revision: null, lock_pending_since: null };
const maxRounds = 5;
/** Reasons whose own service notifies the owner when it suspends an account. */
const announcedReasons: ReadonlySet<string> = new Set(['conduct', 'risk', 'liquidate-only', 'halt']);

/**
 * Sends an account's permissions to the platform until the last ones sent are current, so that concurrent runs end
 * correctly in any order.
 */
export async function syncAccess(deps: Deps, accountId: string): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    if (!(await syncOnce(deps, accountId))) return;
  }
  throw new Error(`The permissions of account ${accountId} change faster than they can be sent to the platform`);
}

async function syncOnce(deps: Deps, accountId: string): Promise<boolean> {
  const account = await findAccount(deps.db, accountId);
  if (!account || account.ended_at !== null) return false;
  const actions = await listUnacknowledged(deps, accountId);
  const { access, isSuspended } = await readAccess(deps, account);
  const lastSent = account.access ?? initialAccess;
  const wasSuspended = account.suspended_at !== null;
  // Permissions that wait for a person at the platform are requested until they, or newer ones, are set.
  if (isDeepStrictEqual(access, lastSent) && account.access_pending === null && isSuspended === wasSuspended) {
    await clearDueSync(deps, account, access);
    await acknowledgeActions(deps, deps.db, actions);
    return false;
  }
  const { platform, platform_account_id: platformAccountId, access_revision: revision } = account;
  let isEffective: boolean;
  try {
    ({ isEffective } = await deps.platform.setAccess({ accountId, platform, platformAccountId }, access, revision + 1));
  } catch (error) {
    if (error instanceof PlatformPending) await recordPending(deps, account, access);
    throw error;
  }
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock();
    const isPending = !access.trading && !isEffective && !(await isLockConfirmed(trx, accountId, revision + 1));
    const stored = await trx
      .updateTable('trading_account')
      .set({ access: JSON.stringify(access), access_revision: revision + 1, access_pending: null })
      .set({ suspended_at: isSuspended ? now : null })
      .set(isPending ? { lock_pending_revision: revision + 1, lock_pending_since: now } : notPending)
      .$if(wasSuspended && !isSuspended, (query) => query.set({ activity_from: now }))
      .where('id', '=', accountId)
      .where('access_revision', '=', revision)
      .returningAll()
      .executeTakeFirst();
    // Another run was faster; the next round sends the current permissions with a higher revision.
    if (!stored) return;
    await writeAudit(deps, trx, 'system', 'account-access', ['account', accountId], {
      revision: revision + 1,
      ...access,
    });
    // Conduct cases, the risk desk and halts send their own notifications; a payout's suspension lasts only moments.
    const cause = isSuspended ? access : lastSent;
    const isAnnounced =
      actions.some(({ kind }) => kind === 'restore') ||
      (!cause.trading &&
        (cause.reason === 'payout-transfer' ||
          cause.reason === 'halt' ||
          (isSuspended && announcedReasons.has(cause.reason))));
    await acknowledgeActions(deps, trx, actions);
    if (isSuspended !== wasSuspended && !isAnnounced) {
      const kind = isSuspended ? 'suspended' : 'resumed';
      await notifyOwner(deps, trx, stored, { kind, key: `${kind}:${now.getTime()}` });
    }
    await publishAccountChange(deps, trx, stored.person_id, { accountId, sequence: stored.sequence });
  });
  return true;
}

/** Requests again what waits for a person. Until a lock is set, positions stay open, so the owner’s screens say so. */
async function recordPending(deps: Deps, account: Account, access: AccountAccess): Promise<void> {
  const { id: accountId, access_revision: revision, person_id: personId, lock_pending_since: since } = account;
  const isLock = !access.trading && access.flatten;
  const isNewLock = isLock && since === null;
  const lock = { lock_pending_revision: revision + 1, lock_pending_since: since ?? deps.clock() };
  await deps.db.transaction().execute(async (trx) => {
    const stored = await trx
      .updateTable('trading_account')
      .set({ access_pending: JSON.stringify(access), ...(isLock ? lock : {}) })
      .where('id', '=', accountId)
      .where('access_revision', '=', revision)
      .returning('sequence')
      .executeTakeFirst();
    if (stored && isNewLock) await publishAccountChange(deps, trx, personId, { accountId, sequence: stored.sequence });
  });
}

/** Marks the platform as up to date until a lock ends or the owner's limits change. Changes since this account was read stay due. */
async function clearDueSync(deps: Deps, { id, sequence, personal_stop: stop }: Account, access: AccountAccess) {
  const lockEndsAt = access.trading ? null : access.until;
  const stopChangesAt = findPendingStart(stop, deps.clock().getTime());
  const dueTimes = [lockEndsAt, stopChangesAt].filter((each) => each !== null);
  const dueAt = dueTimes.length === 0 ? null : new Date(Math.min(...dueTimes));
  await deps.db
    .updateTable('trading_account')
    .set({ access_due_at: dueAt })
    .where('id', '=', id)
    .where('sequence', '=', sequence)
    // A lock that was hidden by a suspension has no due time yet.
    .$if(dueAt === null, (query) => query.where('access_due_at', 'is not', null))
    .execute();
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

async function findAccount(db: Db, accountId: string) {
  return db
    .selectFrom('trading_account')
    .innerJoin('orders', 'orders.id', 'trading_account.order_id')
    .select(['trading_account.id', 'trading_account.person_id', 'trading_account.platform', 'platform_account_id'])
    .select(['trading_account.access', 'trading_account.ended_at', 'trading_account.program'])
    .select(['trading_account.opened_at', 'orders.lines', 'state', 'personal_stop', 'sequence'])
    .select(['access_revision', 'access_pending', 'suspended_at', 'lock_pending_since'])
    .where('trading_account.id', '=', accountId)
    .executeTakeFirst();
}
