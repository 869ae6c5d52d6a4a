import type * as z from 'zod/mini';
import { isNull, listRows, requireRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { documentRequest, RequestedDocument } from '#shared/risk/contract-document-requests.ts';

async function readDocuments({ db }: Pick<Deps, 'db'>, requestId: string): Promise<RequestedDocument[]> {
  const rows = await db
    .selectFrom('requested_document')
    .select(['id', 'media_type', 'size_bytes', 'uploaded_at'])
    .where('request_id', '=', requestId)
    .orderBy('uploaded_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, media_type: mediaType, size_bytes: sizeBytes, uploaded_at: at }) => ({
    ...{ id, mediaType, sizeBytes },
    uploadedAt: at.getTime(),
  }));
}

/** The documents a trader has uploaded for a request. @throws {ServiceError} 404 */
export async function listRequestedDocuments(deps: Deps, requestId: string): Promise<RequestedDocument[]> {
  await requireRow(deps.db, 'document_request', requestId, ['id']);
  return readDocuments(deps, requestId);
}

export async function listOpenRequests(deps: Deps, accountId: string): Promise<z.output<typeof documentRequest>[]> {
  const rows = await listRows(deps.db, 'document_request', { account_id: accountId, closed_at: isNull }, [
    'id',
    'text',
    'requested_at',
  ]);
  return Promise.all(
    rows.map(async ({ id, text, requested_at: at }) => ({
      ...{ id, text, requestedAt: at.getTime() },
      documents: await readDocuments(deps, id),
    })),
  );
}

/** All requests to a person and the documents they uploaded, without the contents. */
export async function exportDocumentRequests({ db }: Pick<Deps, 'db'>, personId: string): Promise<object> {
  const requests = await db
    .selectFrom('document_request')
    .innerJoin('trading_account', 'trading_account.id', 'document_request.account_id')
    .select(['document_request.id', 'account_id', 'text', 'requested_at', 'received_at', 'closed_at'])
    .where('person_id', '=', personId)
    .orderBy('requested_at')
    .orderBy('document_request.id')
    .execute();
  return Promise.all(
    requests.map(async (request) => ({ ...request, documents: await readDocuments({ db }, request.id) })),
  );
}
