import { dayMs } from '#lib/durations.ts';
import { notifyOwner } from '#server/accounts/alerts/notify-owner.ts';
import { insertOnce, requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Deps, newId, notFound, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { decidedDocumentDays } from '#shared/payouts/payees/documents.ts';
import type { requestDocuments as call } from '#shared/risk/contract-document-requests.ts';

/** Asks an account's trader for documents. @throws {ServiceError} 404, 409 while another request is open */
export async function requestDocuments(
  deps: Deps,
  actor: Actor,
  { accountId, text }: BodyOf<typeof call>,
): Promise<{ requestId: string }> {
  return deps.db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('trading_account')
      .innerJoin('person', 'person.id', 'trading_account.person_id')
      .select(['trading_account.id', 'person_id', 'program', 'size', 'platform_account_id'])
      .where('trading_account.id', '=', accountId)
      .where('person.deleted_at', 'is', null)
      .executeTakeFirstOrThrow(notFound);
    const requestId = newId();
    const requestedBy = `person:${actor.personId}`;
    const requested = { requested_by: requestedBy, requested_at: deps.clock() };
    const isNew = await insertOnce(trx, 'document_request', {
      id: requestId,
      account_id: accountId,
      text,
      ...requested,
    });
    if (!isNew) throw conflict();
    await writeAudit(deps, trx, requestedBy, 'documents-requested', ['account', accountId], {
      requestId,
      before: null,
      after: { text },
    });
    await notifyOwner(deps, trx, account, { kind: 'documents_requested', key: `documents:${requestId}`, cause: text });
    return { requestId };
  });
}

/** Closes a request; its documents are kept for at most thirty more days. @throws {ServiceError} 404, 409 if closed */
export async function closeDocumentRequest(deps: Deps, actor: Actor, requestId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const request = await requireLockedRow(trx, 'document_request', requestId);
    if (request.closed_at !== null) throw conflict();
    const closedBy = `person:${actor.personId}`;
    const now = deps.clock();
    const deleteAt = new Date(now.getTime() + decidedDocumentDays * dayMs);
    await updateRow(trx, 'document_request', requestId, { closed_by: closedBy, closed_at: now });
    await trx
      .updateTable('requested_document')
      .set({ delete_at: deleteAt })
      .where('request_id', '=', requestId)
      .where('delete_at', '>', deleteAt)
      .execute();
    await writeAudit(deps, trx, closedBy, 'document-request-closed', ['account', request.account_id], {
      requestId,
      before: { closedAt: null },
      after: { closedAt: now.getTime() },
      receivedAt: request.received_at?.getTime() ?? null,
    });
  });
}
