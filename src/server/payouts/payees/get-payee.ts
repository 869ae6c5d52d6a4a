import { findRow, isNull, listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { fetchPayee, PayoutDestination } from '#shared/payouts/contract-payees.ts';
import { matchesVerifiedName } from '#shared/payouts/payees/name-match.ts';
import { describeAgreement, describeTaxForm } from './describe-forms.ts';
import { findVerifiedName, type VerifiedName } from './find-verified-name.ts';
import { describeDocument } from './list-documents.ts';
import { listPayeeRequirements } from './list-payee-requirements.ts';

/** What we need before a person's first payout, and where their payouts may go. */
export async function getPayee(deps: Deps, personId: string): Promise<DataOf<typeof fetchPayee>> {
  const verified = await findVerifiedName(deps.db, personId);
  const missing = await listPayeeRequirements(deps, deps.db, personId, null);
  const identity = await describeIdentity(deps, personId, verified);
  const taxForm = await describeTaxForm(deps.db, personId);
  const agreement = await describeAgreement(deps.db, personId, deps.clock());
  const destinations = await listDestinations(deps, personId, verified);
  return { identity, taxForm, agreement, destinations, missing };
}

async function describeIdentity(
  { db, identity }: Deps,
  personId: string,
  verified: VerifiedName | undefined,
): Promise<DataOf<typeof fetchPayee>['identity']> {
  const check = await findRow(db, 'identity_check', { person_id: personId }, [
    ...(['status', 'reason', 'provider', 'started_at', 'submitted_at'] as const),
  ]);
  const documents = await db
    .selectFrom('payee_document')
    .select(['id', 'purpose', 'media_type', 'size_bytes', 'uploaded_at'])
    .where('person_id', '=', personId)
    .orderBy('purpose')
    .execute();
  return {
    provider: check?.status === 'review' || check?.status === 'started' ? check.provider : identity.provider,
    status: check?.status ?? null,
    since: (check?.submitted_at ?? check?.started_at)?.getTime() ?? null,
    reason: check?.reason ?? null,
    verifiedName: verified ? `${verified.firstName} ${verified.lastName}`.trim() : null,
    documents: documents.map(describeDocument),
  };
}

/** Newest first. */
async function listDestinations(
  { db }: Deps,
  personId: string,
  verified: VerifiedName | undefined,
): Promise<PayoutDestination[]> {
  const rows = await listRows(
    db,
    'payout_destination',
    { person_id: personId, removed_at: isNull },
    ['id', 'method', 'kind', 'masked', 'payee_name', 'created_at', 'usable_at'],
    { orderBy: ['created_at desc', 'id'] },
  );
  return rows.map((row) => ({
    id: row.id,
    method: row.method,
    kind: row.kind,
    masked: row.masked,
    payeeName: row.payee_name,
    addedAt: row.created_at.getTime(),
    usableAt: row.usable_at.getTime(),
    matchesVerifiedName: verified ? matchesVerifiedName(row.payee_name, verified) : null,
  }));
}
