import { type Actor, type Deps, newId } from '#server/core/deps.ts';
import { notifySecurityEvent } from '#server/messages/notifications/notify-security-event.ts';
import { saveEndpoint } from '#server/messages/webhooks/edit.ts';
import type { Outbox } from '#server/messages/webhooks/outbox.ts';
import { getPerson } from '../find-person.ts';
import { lockPerson } from '../lock.ts';
import { requireConfirmed } from '../sign-in/confirm.ts';

/** A trader's own messages. */
export const outboxOf = ({ personId }: Actor): Outbox => ({
  ...{ audience: 'trader', personId },
  lock: (trx) => lockPerson(trx, personId),
});

/** Sets where a trader's messages go; they are told by mail, because somebody else could have done it. */
export async function saveWebhook(deps: Deps, actor: Actor, url: string): Promise<{ secret: string | null }> {
  await requireConfirmed(deps, actor);
  return saveEndpoint(deps, outboxOf(actor), url, async (trx) =>
    notifySecurityEvent(deps, trx, await getPerson(trx, actor.personId), 'webhook_saved', newId()),
  );
}
