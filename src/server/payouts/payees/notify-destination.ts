import { pathTo } from '#routes.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { addNotification } from '#server/messages/notifications/add.ts';
import type { DestinationKind } from '#shared/payouts/payees/destination.ts';

type Destination = {
  readonly id: string;
  readonly kind: DestinationKind;
  readonly masked: string;
  readonly usable_at: Date;
};

/** Mails and notifies the person, because someone else may have changed where their money goes. */
export async function notifyDestination(
  deps: Deps,
  trx: Trx,
  person: { readonly id: string; readonly email: string; readonly first_name: string; readonly locale: string },
  { id, kind, masked, usable_at: usableAt }: Destination,
  change: 'added' | 'removed',
): Promise<void> {
  await queueMail(deps, trx, person, 'payout-destination', `destination-${change}:${id}`, {
    change,
    kind,
    masked,
    usableAt: usableAt.getTime(),
  });
  await addNotification(deps, trx, {
    dedupeKey: `destination-${change}:${id}`,
    personId: person.id,
    kind: `destination_${change}`,
    details: { masked },
    path: pathTo('payoutVerification', {}, 'en'),
  });
}
