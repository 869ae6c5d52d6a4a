import { pathTo } from '#routes.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { SecurityEvent } from '#server/people/mails.ts';
import { queueMail } from '../mail/queue.ts';
import { addNotification } from './add.ts';

export async function notifySecurityEvent(
  deps: Deps,
  trx: Trx,
  person: { readonly id: string; readonly email: string; readonly first_name: string; readonly locale: string },
  event: SecurityEvent,
  /** Distinguishes changes of the same kind. */
  changeId: string,
): Promise<void> {
  await queueMail(deps, trx, person, 'security-event', `security:${event}:${changeId}`, {
    what: event,
    at: deps.clock().getTime(),
  });
  if (event === 'account_deleted') return;
  const path = pathTo('profileEdit', {}, 'en');
  await addNotification(deps, trx, {
    dedupeKey: `security:${event}:${changeId}`,
    personId: person.id,
    kind: event,
    path,
  });
}
