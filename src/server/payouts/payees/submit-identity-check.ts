import { findRow, listRows, requireLockedRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, ServiceError } from '#server/core/deps.ts';
import { requiredDocuments } from '#shared/payouts/payees/documents.ts';
import { applyToIdentityCheck } from './apply-identity-event.ts';

/**
 * Submits the person's documents for review; a second click changes nothing.
 * @throws {ServiceError} 409 if a document is missing or there is nothing to submit
 */
export async function submitIdentityCheck(deps: Deps, { personId }: Actor): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const found = await findRow(trx, 'identity_check', { person_id: personId, provider: 'documents' }, ['id']);
    if (!found) throw new ServiceError(409, 'identity_closed');
    const check = await requireLockedRow(trx, 'identity_check', found.id);
    if (check.status === 'review') return;
    if (check.status !== 'started') throw new ServiceError(409, 'identity_closed');
    const documents = await listRows(trx, 'payee_document', { person_id: personId }, ['purpose', 'uploaded_at']);
    const isComplete = requiredDocuments.every((purpose) => documents.some((each) => each.purpose === purpose));
    if (!isComplete) throw new ServiceError(409, 'identity_incomplete');
    // Two decisions may fall in the same millisecond, and events must move forward.
    const at = Math.max(deps.clock().getTime(), (check.event_at?.getTime() ?? 0) + 1);
    await applyToIdentityCheck(
      deps,
      trx,
      check,
      { status: 'review', at, reason: null, name: null },
      `person:${personId}`,
    );
  });
}
