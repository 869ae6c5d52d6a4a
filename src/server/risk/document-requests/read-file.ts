import { type Actor, type Deps, notFound, writeAudit } from '#server/core/deps.ts';
import { decryptBytes } from '#server/core/encryption.ts';
import type { DocumentFile } from '#server/payouts/payees/read-document.ts';
import { requestedDocumentContext } from './upload.ts';

/** For the risk desk. Each read leaves an audit row in the same transaction. @throws {ServiceError} 404 */
export async function readRequestedDocument(deps: Deps, actor: Actor, documentId: string): Promise<DocumentFile> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('requested_document')
      .innerJoin('document_request', 'document_request.id', 'requested_document.request_id')
      .select(['requested_document.id', 'content', 'media_type', 'request_id', 'account_id'])
      .where('requested_document.id', '=', documentId)
      .executeTakeFirstOrThrow(notFound);
    await writeAudit(deps, trx, actor, 'document-read', ['account', row.account_id], {
      requestId: row.request_id,
      documentId,
    });
    const extension = row.media_type === 'application/pdf' ? 'pdf' : 'webp';
    return {
      bytes: decryptBytes(deps.keys, requestedDocumentContext(documentId), row.content),
      name: `document.${extension}`,
    };
  });
}
