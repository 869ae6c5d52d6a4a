import { dayMs } from '#lib/durations.ts';
import { insertRow, listRows, updateRow } from '#server/core/database/rows.ts';
import {
  type Actor,
  type Db,
  type Deps,
  newId,
  notFound,
  ServiceError,
  type Trx,
  writeAudit,
} from '#server/core/deps.ts';
import { readDocument } from '#server/core/documents/read.ts';
import { encryptBytes } from '#server/core/encryption.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { maxRequestedDocuments, requestedDocumentDays } from '#shared/payouts/payees/documents.ts';
import type { uploadRequestedDocument as call, RequestedDocument } from '#shared/risk/contract-document-requests.ts';

export const requestedDocumentContext = (documentId: string) => `requested-document:${documentId}`;

function selectOwnRequest(executor: Db | Trx, personId: string, requestId: string) {
  return executor
    .selectFrom('document_request')
    .innerJoin('trading_account', 'trading_account.id', 'document_request.account_id')
    .select(['document_request.account_id', 'received_at', 'closed_at'])
    .where('document_request.id', '=', requestId)
    .where('trading_account.person_id', '=', personId);
}

async function getOpenRequest(requests: ReturnType<typeof selectOwnRequest>) {
  const request = await requests.executeTakeFirstOrThrow(notFound);
  if (request.closed_at !== null) throw new ServiceError(409, 'document_request_closed');
  return request;
}

/**
 * Stores a document for a request of the person's own account, encrypted.
 * @throws {ServiceError} 404, 409 once the request has ended or has enough documents, 422 for the wrong kind of file
 */
export async function uploadRequestedDocument(
  deps: Deps,
  { personId }: Actor,
  { requestId, document }: BodyOf<typeof call>,
): Promise<RequestedDocument> {
  // Re-encoding an image takes seconds, so check the request before.
  await getOpenRequest(selectOwnRequest(deps.db, personId, requestId));
  const { mediaType, bytes } = await readDocument(document);
  return deps.db.transaction().execute(async (trx) => {
    const request = await getOpenRequest(selectOwnRequest(trx, personId, requestId).forUpdate('document_request'));
    const stored = await listRows(trx, 'requested_document', { request_id: requestId }, ['id'], {
      limit: maxRequestedDocuments,
    });
    if (stored.length >= maxRequestedDocuments) throw new ServiceError(409, 'document_request_full');
    const now = deps.clock();
    const id = newId();
    await insertRow(trx, 'requested_document', {
      id,
      request_id: requestId,
      media_type: mediaType,
      size_bytes: bytes.length,
      content: encryptBytes(deps.keys, requestedDocumentContext(id), bytes),
      uploaded_at: now,
      delete_at: new Date(now.getTime() + requestedDocumentDays * dayMs),
    });
    if (request.received_at === null) {
      await updateRow(trx, 'document_request', requestId, { received_at: now });
    }
    await writeAudit(deps, trx, `person:${personId}`, 'document-received', ['account', request.account_id], {
      requestId,
      documentId: id,
    });
    return { id, mediaType, sizeBytes: bytes.length, uploadedAt: now.getTime() };
  });
}
