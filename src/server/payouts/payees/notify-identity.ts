import { pathTo } from '#routes.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { addNotification } from '#server/messages/notifications/add.ts';
import { getPerson } from '#server/people/find-person.ts';
import type { IdentityEvent, IdentityStatus } from '#shared/payouts/payees/identity-check.ts';

/** Mails and notifies the person about the outcome of their identity check. */
export async function notifyIdentity(
  deps: Deps,
  trx: Trx,
  check: { readonly id: string; readonly person_id: string },
  status: IdentityStatus,
  { reason, at }: Pick<IdentityEvent, 'reason' | 'at'>,
): Promise<void> {
  if (status !== 'approved' && status !== 'declined' && status !== 'retry' && status !== 'expired') return;
  const person = await getPerson(trx, check.person_id);
  if (person.deleted_at !== null) return;
  const dedupeKey = `identity-${status}:${check.id}:${at}`;
  await queueMail(deps, trx, person, 'identity-result', dedupeKey, { status, reason });
  await addNotification(deps, trx, {
    dedupeKey,
    personId: person.id,
    kind: `identity_${status}`,
    path: pathTo('payoutVerification', {}, 'en'),
  });
}
