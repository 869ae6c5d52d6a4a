import { type Actor, type Deps, notFound, writeAudit } from '#server/core/deps.ts';
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
  const row = await deps.db
    .selectFrom('payee_document')
    .select(['id', 'content', 'media_type'])
    .where('id', '=', documentId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return decryptDocument(deps, row);
}

/** For reviewers; each read is audited in the same transaction. @throws {ServiceError} 404 */
export async function readDocumentByStaff(deps: Deps, operator: Actor, documentId: string): Promise<DocumentFile> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('payee_document')
      .select(['id', 'content', 'media_type', 'person_id', 'purpose'])
      .where('id', '=', documentId)
      .executeTakeFirst();
    if (!row) throw notFound();
    await writeAudit(deps, trx, `person:${operator.personId}`, 'document-read', ['document', documentId], {
      personId: row.person_id,
      purpose: row.purpose,
    });
    return decryptDocument(deps, row);
  });
}
