import { dayMs } from '#lib/durations.ts';
import { pathTo } from '#routes.ts';
import { deleteRows, updateRow } from '#server/core/database/rows.ts';
import type { Row } from '#server/core/database/table.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { addNotification } from '#server/messages/notifications/add.ts';
import { getPerson } from '#server/people/find-person.ts';
import { decidedDocumentDays, refusedDocuments } from '#shared/payouts/payees/documents.ts';
import { applyIdentityEvent, type IdentityEvent, type IdentityStatus } from '#shared/payouts/payees/identity-check.ts';
import type { payeesTables } from './tables.ts';

const decidedStatuses: ReadonlySet<string> = new Set(['approved', 'declined']);
const notifiedStatuses: ReadonlySet<string> = new Set(['approved', 'declined', 'retry', 'expired']);

/**
 * Applies an event to a locked check and notifies the person.
 * @returns false if the event is older than the last one and changes nothing
 */
export async function applyToIdentityCheck(
  deps: Deps,
  trx: Trx,
  check: Row<typeof payeesTables.identity_check>,
  event: IdentityEvent,
  actor: string,
): Promise<boolean> {
  const eventAt = check.event_at?.getTime() ?? null;
  const status = applyIdentityEvent({ status: check.status, eventAt }, event);
  if (status === null) return false;
  const now = deps.clock();
  const isDecided = decidedStatuses.has(status);
  await updateRow(trx, 'identity_check', check.id, {
    status,
    reason: event.reason,
    event_at: new Date(event.at),
    ...(status === 'approved' && event.name
      ? { first_name: event.name.firstName, last_name: event.name.lastName }
      : {}),
    ...(event.country ? { country: event.country } : {}),
    ...(status === 'review' && check.submitted_at === null ? { submitted_at: now } : {}),
    ...(isDecided ? { decided_at: now, decided_by: actor } : { decided_at: null, decided_by: null }),
  });
  if (isDecided) {
    await trx
      .updateTable('payee_document')
      .set({ delete_at: new Date(now.getTime() + decidedDocumentDays * dayMs) })
      .where('person_id', '=', check.person_id)
      .execute();
  }
  const refused = status === 'retry' ? refusedDocuments(event.reason) : [];
  if (refused.length > 0) {
    await deleteRows(trx, 'payee_document', { person_id: check.person_id, purpose: refused });
  }
  if (status === check.status) return true;
  await writeAudit(deps, trx, actor, `identity-check-${status}`, ['identity-check', check.id], {
    before: { status: check.status },
    after: { status },
    reason: event.reason,
  });
  if (notifiedStatuses.has(status)) await notifyIdentity(deps, trx, check, status, event);
  return true;
}

async function notifyIdentity(
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
