import { pathTo } from '#routes.ts';
import { nameAccount } from '#server/accounts/name.ts';
import { getRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { addNotification } from '#server/messages/notifications/add.ts';
import { type CopyLink, type DisarmReason, type MissedReason, missedReasons } from '#shared/copier/copy-link.ts';
import { tradingDayOf } from '#shared/exchange/trading-day.ts';
import type { LinkChange } from './store-links.ts';

/** Reasons to notify the owner of; their own actions need no message. */
const reportedReasons: ReadonlySet<DisarmReason> = new Set([
  'daily-stop',
  'account-over',
  'package-ended',
  'package-limit',
]);

/**
 * Notifies the owner of followers that are no longer copied to and, once per day and reason, of what their rules
 * refused: missed entries, and working orders of the leader that they lack.
 */
export async function notifyOfChanges(deps: Deps, trx: Trx, personId: string, changes: readonly LinkChange[]) {
  const at = deps.clock().getTime();
  const stopped = changes.filter(({ follower, link: { phase, disarmReason } }) => {
    const hasStopped = follower.link.phase === 'armed' && phase !== 'armed';
    return hasStopped && disarmReason !== null && reportedReasons.has(disarmReason);
  });
  const path = pathTo('copier', {}, 'en');
  for (const { follower } of stopped) {
    const dedupeKey = `copier-stopped:${follower.row.id}:${at}`;
    await addNotification(deps, trx, {
      ...{ dedupeKey, personId, kind: 'copier_stopped', path },
      details: detailsOf(follower.row),
    });
  }
  // A package that ends stops all of them at once: one mail is enough.
  for (const [reason, rows] of Map.groupBy(stopped, ({ link }) => link.disarmReason ?? 'owner')) {
    const accounts = rows.map(({ follower }) => follower.row);
    await mailStopped(deps, trx, personId, accounts, reason, `copier-stopped:${personId}:${reason}:${at}`);
  }
  for (const { follower, link } of changes) {
    const knownReasons = missedReasonsOf(follower.link);
    const missed = link.missed.filter((each) => !follower.link.missed.includes(each)).map(({ reason }) => reason);
    for (const reason of new Set([
      ...missed,
      ...missedReasonsOf(link).filter((each) => !knownReasons.includes(each)),
    ])) {
      const dedupeKey = `copier-missed:${follower.row.id}:${reason}:${tradingDayOf(at)}`;
      await addNotification(deps, trx, {
        ...{ dedupeKey, personId, kind: 'copier_missed', path },
        details: detailsOf(follower.row),
      });
    }
  }
}

function missedReasonsOf({ missed, unmatched }: CopyLink): MissedReason[] {
  const isMissedReason = (reason: string): reason is MissedReason => missedReasons.some((each) => each === reason);
  return [...missed, ...unmatched].map(({ reason }) => reason).filter(isMissedReason);
}

type Row = LinkChange['follower']['row'];

function detailsOf(row: Row) {
  return { account: nameAccount(row), number: row.platform_account_id };
}

async function mailStopped(
  deps: Deps,
  trx: Trx,
  personId: string,
  accounts: readonly Row[],
  reason: DisarmReason,
  dedupeKey: string,
) {
  const person = await getRow(trx, 'person', personId, ['email', 'first_name', 'locale', 'deleted_at']);
  if (person.deleted_at !== null) return;
  await queueMail(deps, trx, person, 'copier-stopped', dedupeKey, {
    accounts: accounts.map(({ program, size, platform_account_id: platformAccountId }) => ({
      ...{ program, size, platformAccountId },
    })),
    reason,
  });
}
