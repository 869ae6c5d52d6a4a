import { dayMs } from '#lib/durations.ts';
import { insertRow, lockRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, newId, ServiceError, writeAudit } from '#server/core/deps.ts';
import { documentContext, readDocument } from '#server/core/documents/read.ts';
import { encryptBytes } from '#server/core/encryption.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { uploadDocument as call } from '#shared/payouts/contract-payees.ts';
import { unsubmittedDocumentDays } from '#shared/payouts/payees/documents.ts';

/**
 * Stores a document for the person's own check, encrypted; it replaces one with the same purpose.
 * @throws {ServiceError} 409 unless the check waits for documents, 422 for the wrong kind of file
 */
export async function uploadDocument(
  deps: Deps,
  { personId }: Actor,
  { purpose, document }: BodyOf<typeof call>,
): Promise<{ documentId: string }> {
  const { mediaType, bytes } = await readDocument(document);
  return deps.db.transaction().execute(async (trx) => {
    const check = await lockRow(trx, 'identity_check', { person_id: personId }, ['id', 'status', 'provider']);
    const isOpen = check?.provider === 'documents' && (check.status === 'started' || check.status === 'retry');
    if (!isOpen) throw new ServiceError(409, 'document_busy');
    const id = newId();
    const now = deps.clock();
    await trx.deleteFrom('payee_document').where('person_id', '=', personId).where('purpose', '=', purpose).execute();
    await insertRow(trx, 'payee_document', {
      id,
      person_id: personId,
      purpose,
      media_type: mediaType,
      size_bytes: bytes.length,
      content: encryptBytes(deps.keys, documentContext(id), bytes),
      uploaded_at: now,
      delete_at: new Date(now.getTime() + unsubmittedDocumentDays * dayMs),
    });
    await writeAudit(deps, trx, `person:${personId}`, 'document-uploaded', ['document', id], { purpose });
    return { documentId: id };
  });
}
