import { hourMs } from '#lib/durations.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import type { Person } from '../find-person.ts';

/** Mails the owner of an address that someone tried to use for themselves, at most once an hour. */
export async function notifyAddressOwner(deps: Deps, trx: Trx, owner: Person): Promise<void> {
  await queueMail(
    deps,
    trx,
    owner,
    'address-known',
    `address-known:${owner.id}:${Math.floor(deps.clock().getTime() / hourMs)}`,
    { email: owner.email },
  );
}
