import type { PayeeRequirement } from '../../../contract/payees.ts';
import { matchesVerifiedName } from '../../../domain/payee/name-match.ts';
import type { PayoutSource } from '../../../domain/payout/stages.ts';
import type { Db, Deps, Trx } from '../../deps.ts';
import { describeAgreement, describeTaxForm } from './describe-duties.ts';
import { findVerifiedName } from './find-verified-name.ts';

/**
 * What is missing before a payout may go to a destination of the person; empty when it may. Without a destination:
 * what is missing whichever it will be. Another person's destination counts as none. The funded-account agreement is
 * about accounts only.
 */
export async function listPayeeRequirements(
  deps: Deps,
  db: Db | Trx,
  personId: string,
  destinationId: string | null,
  source: PayoutSource = 'account',
): Promise<PayeeRequirement[]> {
  const check = await db
    .selectFrom('identity_check')
    .select('status')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  const duties: PayeeRequirement[] =
    check?.status === 'approved' ? [] : [{ name: 'identity-check', status: check?.status ?? null }];
  const { kind, signed: form } = await describeTaxForm(db, personId);
  const isValid = form?.kind === kind && (form.validUntil === null || form.validUntil > deps.clock().getTime());
  if (!isValid) duties.push({ name: 'tax-form', kind });
  if (source === 'account' && !(await hasSignedAgreement(db, personId))) duties.push({ name: 'agreement' });
  return [...duties, ...(await listDestinationRequirements(deps, db, personId, destinationId))];
}

async function hasSignedAgreement(db: Db | Trx, personId: string): Promise<boolean> {
  const { signed, version } = await describeAgreement(db, personId);
  return signed?.version === version;
}

async function listDestinationRequirements(
  deps: Deps,
  db: Db | Trx,
  personId: string,
  destinationId: string | null,
): Promise<PayeeRequirement[]> {
  const own = await db
    .selectFrom('payout_destination')
    .select(['id', 'payee_name', 'usable_at'])
    .where('person_id', '=', personId)
    .where('removed_at', 'is', null)
    .orderBy('usable_at')
    .execute();
  const verified = await findVerifiedName(db, personId);
  const matching = own.filter((row) => !verified || matchesVerifiedName(row.payee_name, verified));
  const destination = destinationId === null ? matching[0] : matching.find(({ id }) => id === destinationId);
  if (!destination) return [{ name: 'destination' }];
  const usableAt = destination.usable_at.getTime();
  return usableAt > deps.clock().getTime() ? [{ name: 'destination-age', usableAt }] : [];
}
