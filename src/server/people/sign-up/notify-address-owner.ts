import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import type { Person } from '../find-person.ts';

const hourMs = 3_600_000;

/** Mails the owner of an address that someone tried to use for themselves, at most once an hour. */
export async function notifyAddressOwner(deps: Deps, trx: Trx, owner: Person): Promise<void> {
  await queueMail(deps, trx, {
    dedupeKey: `address-known:${owner.id}:${Math.floor(deps.clock().getTime() / hourMs)}`,
    recipient: owner.email,
    locale: owner.locale,
    template: 'address-known',
    values: { firstName: owner.first_name, email: owner.email },
  });
}
