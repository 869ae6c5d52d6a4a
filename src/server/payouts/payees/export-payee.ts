import { listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { decryptDetails } from './destination-details.ts';
import { decryptTaxForm } from './tax-form-details.ts';

/** What we store about a person as a payee. Files are downloaded one by one; by law, sanctions checks are left out. */
export async function exportPayee(deps: Deps, personId: string): Promise<Record<string, unknown>> {
  const { db } = deps;
  const destinations = await listRows(db, 'payout_destination', { person_id: personId });
  const taxForms = await db.selectFrom('tax_form').selectAll().where('person_id', '=', personId).execute();
  return {
    destinations: destinations.map((row) => ({ ...row, details: decryptDetails(deps, row) })),
    taxForms: taxForms.map((row) => ({ ...row, details: decryptTaxForm(deps, row) })),
    identityCheck: await db
      .selectFrom('identity_check')
      .select(['provider', 'provider_ref', 'status', 'reason', 'first_name', 'last_name', 'country'])
      .select(['started_at', 'submitted_at', 'decided_at'])
      .where('person_id', '=', personId)
      .executeTakeFirst(),
    documents: await db
      .selectFrom('payee_document')
      .select(['id', 'purpose', 'media_type', 'size_bytes', 'uploaded_at', 'delete_at'])
      .where('person_id', '=', personId)
      .execute(),
    agreements: await db
      .selectFrom('signed_agreement')
      .leftJoin('agreement_text', 'agreement_text.sha256', 'signed_agreement.text_sha256')
      .select(['signed_agreement.version', 'title', 'body', 'consent', 'signed_name', 'signed_at', 'ip', 'user_agent'])
      .where('person_id', '=', personId)
      .execute(),
  };
}
