import { findRow, requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, ServiceError, writeAudit } from '#server/core/deps.ts';
import { lockPerson } from '#server/people/lock.ts';
import { openStatuses } from '#shared/payouts/stages.ts';
import { notifyDestination } from './notify-destination.ts';

/**
 * Removes a destination; does nothing if it is already removed.
 * @throws {ServiceError} 404 for another person's, 409 while a payout to it is open
 */
export async function removeDestination(deps: Deps, { personId }: Actor, destinationId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, personId);
    const destination = await requireLockedRow(trx, 'payout_destination', { id: destinationId, person_id: personId });
    if (destination.removed_at !== null) return;
    const open = await findRow(trx, 'payout', { destination_id: destinationId, status: openStatuses }, ['id']);
    if (open) throw new ServiceError(409, 'destination_in_use');
    await updateRow(trx, 'payout_destination', destinationId, { removed_at: deps.clock() });
    await writeAudit(deps, trx, `person:${personId}`, 'payout-destination-removed', [
      'payout-destination',
      destinationId,
    ]);
    await notifyDestination(deps, trx, person, destination, 'removed');
  });
}
