import { findRow } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import type { PayeeRequirement } from '#shared/payouts/contract-payees.ts';
import { matchesVerifiedName } from '#shared/payouts/payees/name-match.ts';
import type { PayoutSource } from '#shared/payouts/stages.ts';
import { describeAgreement, describeTaxForm } from './describe-forms.ts';
import { findVerifiedName } from './find-verified-name.ts';

/**
 * What is missing before a payout may go to a destination; empty if nothing is. Without a destination, what is missing
 * for any of the person's. Another person's destination counts as missing. Only new requests of an account need the agreement.
 */
export async function listPayeeRequirements(
  deps: Deps,
  db: Db | Trx,
  personId: string,
  destinationId: string | null,
  source: PayoutSource | 'owed' = 'account',
): Promise<PayeeRequirement[]> {
  const check = await findRow(db, 'identity_check', { person_id: personId }, ['status']);
  const requirements: PayeeRequirement[] =
    check?.status === 'approved' ? [] : [{ name: 'identity-check', status: check?.status ?? null }];
  const { kind, signed: form } = await describeTaxForm(db, personId);
  const isValid = form?.kind === kind && (form.validUntil === null || form.validUntil > deps.clock().getTime());
  if (!isValid) requirements.push({ name: 'tax-form', kind });
  if (source === 'account' && !(await hasSignedAgreement(db, personId, deps.clock())))
    requirements.push({ name: 'agreement' });
  return [...requirements, ...(await listDestinationRequirements(deps, db, personId, destinationId))];
}

async function hasSignedAgreement(db: Db | Trx, personId: string, at: Date): Promise<boolean> {
  const { signed, version } = await describeAgreement(db, personId, at);
  return signed?.version === version;
}

async function listDestinationRequirements(
  deps: Deps,
  db: Db | Trx,
  personId: string,
  destinationId: string | null,
): Promise<PayeeRequirement[]> {
  const destinations = await db
    .selectFrom('payout_destination')
    .select(['id', 'payee_name', 'usable_at'])
    .where('person_id', '=', personId)
    .where('removed_at', 'is', null)
    .orderBy('usable_at')
    .execute();
  const verified = await findVerifiedName(db, personId);
  const matching = destinations.filter((row) => !verified || matchesVerifiedName(row.payee_name, verified));
  const destination = destinationId === null ? matching[0] : matching.find(({ id }) => id === destinationId);
  if (!destination) return [{ name: 'destination' }];
  const usableAt = destination.usable_at.getTime();
  return usableAt > deps.clock().getTime() ? [{ name: 'destination-age', usableAt }] : [];
}
