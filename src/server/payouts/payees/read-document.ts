import { requireRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, writeAudit } from '#server/core/deps.ts';
import { documentContext } from '#server/core/documents/read.ts';
import { decryptBytes } from '#server/core/encryption.ts';

type StoredDocument = { readonly id: string; readonly content: Uint8Array; readonly media_type: string };

const extensions: Readonly<Record<string, string>> = { 'image/webp': 'webp', 'application/pdf': 'pdf' };

export type DocumentFile = { readonly bytes: Buffer; readonly name: string };

function decryptDocument({ keys }: Deps, { id, content, media_type: type }: StoredDocument): DocumentFile {
  return { bytes: decryptBytes(keys, documentContext(id), content), name: `document.${extensions[type] ?? 'bin'}` };
}

/** @throws {ServiceError} 404 unless the document belongs to the person */
export async function getOwnDocument(deps: Deps, { personId }: Actor, documentId: string): Promise<DocumentFile> {
  const row = await requireRow(deps.db, 'payee_document', { id: documentId, person_id: personId }, [
    'id',
    'content',
    'media_type',
  ]);
  return decryptDocument(deps, row);
}

/** For reviewers; each read is audited in the same transaction. @throws {ServiceError} 404 */
export async function readDocumentByStaff(deps: Deps, operator: Actor, documentId: string): Promise<DocumentFile> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await requireRow(trx, 'payee_document', documentId, [
      'id',
      'content',
      'media_type',
      'person_id',
      'purpose',
    ]);
    await writeAudit(deps, trx, `person:${operator.personId}`, 'document-read', ['document', documentId], {
      personId: row.person_id,
      purpose: row.purpose,
    });
    return decryptDocument(deps, row);
  });
}
