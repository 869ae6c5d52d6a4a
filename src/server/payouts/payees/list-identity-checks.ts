import { fullName } from '#lib/person-name.ts';
import type { Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { fetchIdentityChecks } from '#shared/payouts/contract-office-payees.ts';
import type { IdentityStatus } from '#shared/payouts/payees/identity-check.ts';

const maxChecks = 100;

/** Checks in a status with their documents, those waiting longest first. */
export async function listIdentityChecks(
  { db }: Deps,
  status: IdentityStatus,
): Promise<DataOf<typeof fetchIdentityChecks>['checks']> {
  const rows = await db
    .selectFrom('identity_check')
    .innerJoin('person', 'person.id', 'identity_check.person_id')
    .select(['identity_check.id', 'person_id', 'provider', 'status', 'reason', 'submitted_at', 'decided_at'])
    .select(['person.first_name', 'person.last_name', 'person.country', 'person.email'])
    .where('status', '=', status)
    .orderBy('submitted_at')
    .orderBy('identity_check.id')
    .limit(maxChecks)
    .execute();
  if (rows.length === 0) return [];
  const documents = await db
    .selectFrom('payee_document')
    .select(['id', 'person_id', 'purpose', 'media_type', 'size_bytes', 'uploaded_at'])
    .where(
      'person_id',
      'in',
      rows.map((row) => row.person_id),
    )
    .orderBy('purpose')
    .execute();
  return rows.map((row) => ({
    checkId: row.id,
    personId: row.person_id,
    name: fullName(row),
    email: row.email,
    country: row.country,
    provider: row.provider,
    status: row.status,
    reason: row.reason,
    submittedAt: row.submitted_at?.getTime() ?? null,
    decidedAt: row.decided_at?.getTime() ?? null,
    documents: documents.filter((each) => each.person_id === row.person_id).map(describeDocument),
  }));
}

type Row = {
  readonly id: string;
  readonly purpose: DataOf<typeof fetchIdentityChecks>['checks'][number]['documents'][number]['purpose'];
  readonly media_type: DataOf<typeof fetchIdentityChecks>['checks'][number]['documents'][number]['mediaType'];
  readonly size_bytes: number;
  readonly uploaded_at: Date;
};

export function describeDocument({ id, purpose, media_type, size_bytes, uploaded_at }: Row) {
  return { id, purpose, mediaType: media_type, sizeBytes: size_bytes, uploadedAt: uploaded_at.getTime() };
}
