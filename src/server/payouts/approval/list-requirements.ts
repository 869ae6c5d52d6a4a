import type { Db, Deps, Trx } from '#server/core/deps.ts';
import type { PayeeRequirement } from '#shared/payouts/contract-payees.ts';
import { listPayeeRequirements } from '../payees/list-payee-requirements.ts';
import type { StoredPayout } from '../tables.ts';

/**
 * What is missing before a requested payout may be approved. What the payee signs comes before the request: a new
 * edition of the agreement, or a tax form that was valid at the request and isn't anymore, only matters for the next.
 */
export async function listApprovalRequirements(
  deps: Deps,
  executor: Db | Trx,
  payout: StoredPayout,
): Promise<PayeeRequirement[]> {
  const { person_id: personId, destination_id: destinationId, source } = payout;
  const requirements = await listPayeeRequirements(deps, executor, personId, destinationId, source);
  const hadTaxForm = await hadTaxFormAt(executor, personId, payout.requested_at);
  return requirements.filter(({ name }) => name !== 'agreement' && !(name === 'tax-form' && hadTaxForm));
}

async function hadTaxFormAt(executor: Db | Trx, personId: string, at: Date): Promise<boolean> {
  const form = await executor
    .selectFrom('tax_form')
    .select('id')
    .where('person_id', '=', personId)
    .where('signed_at', '<=', at)
    .where((where) => where.or([where('valid_until', 'is', null), where('valid_until', '>', at)]))
    .where((where) => where.or([where('superseded_at', 'is', null), where('superseded_at', '>', at)]))
    .executeTakeFirst();
  return form !== undefined;
}
