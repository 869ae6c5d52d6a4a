import { requireRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { PayeeDocument } from '#shared/payouts/contract-payees.ts';

/** The documents uploaded for a check, without their content. @throws {ServiceError} 404 */
export async function listDocuments({ db }: Deps, checkId: string): Promise<PayeeDocument[]> {
  const check = await requireRow(db, 'identity_check', checkId, ['person_id']);
  const rows = await db
    .selectFrom('payee_document')
    .select(['id', 'purpose', 'media_type', 'size_bytes', 'uploaded_at'])
    .where('person_id', '=', check.person_id)
    .orderBy('purpose')
    .execute();
  return rows.map(describeDocument);
}

type Row = {
  readonly id: string;
  readonly purpose: PayeeDocument['purpose'];
  readonly media_type: PayeeDocument['mediaType'];
  readonly size_bytes: number;
  readonly uploaded_at: Date;
};

export function describeDocument({ id, purpose, media_type, size_bytes, uploaded_at }: Row): PayeeDocument {
  return { id, purpose, mediaType: media_type, sizeBytes: size_bytes, uploadedAt: uploaded_at.getTime() };
}
