import { type Actor, type Deps, newId, type Trx } from '#server/core/deps.ts';
import { notifySecurityEvent } from '#server/messages/notifications/notify-security-event.ts';
import { rotateSecret, saveEndpoint } from '#server/messages/webhooks/edit.ts';
import type { Outbox } from '#server/messages/webhooks/outbox.ts';
import { getPerson } from '../find-person.ts';
import { lockPerson } from '../lock.ts';
import { requireConfirmed } from '../sign-in/confirm.ts';

/** A trader's own messages. */
export const outboxOf = ({ personId }: Actor): Outbox => ({
  ...{ audience: 'trader', personId },
  lock: (trx) => lockPerson(trx, personId),
});

/** Sets where a trader's messages go, and notifies the trader in case somebody else did it. */
export async function saveWebhook(deps: Deps, actor: Actor, url: string): Promise<{ secret: string | null }> {
  await requireConfirmed(deps, actor);
  return saveEndpoint(deps, outboxOf(actor), url, notifyOwner(deps, actor));
}

/** Replaces the secret with which a trader's messages are signed. */
export async function rotateWebhook(deps: Deps, actor: Actor): Promise<{ secret: string }> {
  await requireConfirmed(deps, actor);
  return rotateSecret(deps, outboxOf(actor), notifyOwner(deps, actor));
}

const notifyOwner =
  (deps: Deps, { personId }: Actor) =>
  async (trx: Trx) =>
    notifySecurityEvent(deps, trx, await getPerson(trx, personId), 'webhook_saved', newId());
