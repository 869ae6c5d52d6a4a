import { isNull, lockRow } from '#server/core/database/rows.ts';
import { type Deps, ServiceError, type Trx } from '#server/core/deps.ts';
import type { PayoutMethod } from '#shared/payouts/payees/destination.ts';
import type { PayoutSource } from '#shared/payouts/stages.ts';
import { listPayeeRequirements } from '../payees/list-payee-requirements.ts';

/**
 * @throws {ServiceError} 409 `payout_requirements` with what the payee still has to do, such as adding a destination
 */
export async function chooseDestination(
  deps: Deps,
  trx: Trx,
  personId: string,
  destinationId: string,
  source: PayoutSource | 'owed',
): Promise<{ readonly method: PayoutMethod }> {
  const requirements = await listPayeeRequirements(deps, trx, personId, destinationId, source);
  const destination = await lockRow(
    trx,
    'payout_destination',
    { id: destinationId, person_id: personId, removed_at: isNull },
    ['method'],
  );
  if (requirements.length > 0 || !destination) {
    throw new ServiceError(409, 'payout_requirements', { data: { requirements } });
  }
  return destination;
}
