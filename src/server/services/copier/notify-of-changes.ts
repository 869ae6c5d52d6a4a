import { tradingDayOf } from '../../../domain/calendar/trading-day.ts';
import type { DisarmReason } from '../../../domain/copier/copy-link.ts';
import { pathTo } from '../../../routes.ts';
import type { Deps, Trx } from '../../deps.ts';
import { nameAccount } from '../account/name.ts';
import { queueMail } from '../mail/queue.ts';
import { addNotification } from '../notification/add.ts';
import type { LinkChange } from './store-links.ts';

/** Reasons that come from us; what the owner does needs no message. */
const reported: ReadonlySet<DisarmReason> = new Set(['own-stop', 'account-over', 'package-ended', 'package-limit']);

/** Tells the owner of followers that are no longer copied to, and, once a day and reason, of missed entries. */
export async function notifyOfChanges(
  deps: Deps,
  trx: Trx,
  personId: string,
  changes: readonly LinkChange[],
): Promise<void> {
  for (const { follower, link } of changes) {
    const { link: before, row } = follower;
    const details = { account: nameAccount(row), number: row.platform_account_id };
    const path = pathTo('copier', {}, 'en');
    const at = deps.clock().getTime();
    if (before.phase === 'armed' && link.phase !== 'armed' && link.disarmReason && reported.has(link.disarmReason)) {
      const key = `copier-stopped:${row.id}:${at}`;
      await mailStopped(deps, trx, personId, row, link.disarmReason, key);
      await addNotification(deps, trx, { dedupeKey: key, personId, kind: 'copier_stopped', details, path });
    }
    for (const { reason } of link.missed.filter((each) => !before.missed.includes(each))) {
      const dedupeKey = `copier-missed:${row.id}:${reason}:${tradingDayOf(at)}`;
      await addNotification(deps, trx, { dedupeKey, personId, kind: 'copier_missed', details, path });
    }
  }
}

type Row = LinkChange['follower']['row'];

async function mailStopped(deps: Deps, trx: Trx, personId: string, row: Row, reason: DisarmReason, dedupeKey: string) {
  const person = await trx
    .selectFrom('person')
    .select(['email', 'first_name', 'locale', 'deleted_at'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  if (person.deleted_at !== null) return;
  await queueMail(deps, trx, {
    dedupeKey,
    recipient: person.email,
    locale: person.locale,
    template: 'copier-stopped',
    values: {
      firstName: person.first_name,
      programme: row.programme,
      size: row.size,
      platformAccountId: row.platform_account_id,
      reason,
    },
  });
}
