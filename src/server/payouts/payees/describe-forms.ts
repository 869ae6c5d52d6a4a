import { getRow } from '#server/core/database/rows.ts';
import type { Db, Trx } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { fetchPayee } from '#shared/payouts/contract-payees.ts';
import { requiredTaxForm } from '#shared/payouts/payees/tax-form.ts';
import { getAgreementVersion } from './agreement-text.ts';

type Payee = DataOf<typeof fetchPayee>;

/** The tax form that a person needs, and the one they have signed. */
export async function describeTaxForm(db: Db | Trx, personId: string): Promise<Payee['taxForm']> {
  const { country } = await getRow(db, 'person', personId, ['country']);
  const form = await db
    .selectFrom('tax_form')
    .select(['kind', 'tin_masked', 'signed_name', 'signed_at', 'valid_until'])
    .where('person_id', '=', personId)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();
  return {
    kind: requiredTaxForm(country, form?.kind === 'w-9'),
    signed: form
      ? {
          kind: form.kind,
          tinMasked: form.tin_masked,
          signedName: form.signed_name,
          signedAt: form.signed_at.getTime(),
          validUntil: form.valid_until?.getTime() ?? null,
        }
      : null,
  };
}

/** The version in force at a time, and the one the person signed last. */
export async function describeAgreement(db: Db | Trx, personId: string, at: Date): Promise<Payee['agreement']> {
  const signed = await db
    .selectFrom('signed_agreement')
    .select(['version', 'signed_name', 'signed_at'])
    .where('person_id', '=', personId)
    .orderBy('signed_at', 'desc')
    .executeTakeFirst();
  return {
    version: getAgreementVersion(at),
    signed: signed
      ? { version: signed.version, signedName: signed.signed_name, signedAt: signed.signed_at.getTime() }
      : null,
  };
}
