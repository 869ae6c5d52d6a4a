import { type Db, type Deps, ServiceError, type Trx } from '#server/core/deps.ts';
import { type CopierAvailability, copierAvailabilityOf } from '#shared/copier/availability.ts';
import { hasAnnounced } from '../alerts/has-announced.ts';

export async function readCopierAvailability(deps: Deps, executor: Db | Trx): Promise<CopierAvailability> {
  const isSimulated = deps.platform.takesOrders;
  if (isSimulated) return copierAvailabilityOf({ isSimulated, isAnnounced: false });
  return copierAvailabilityOf({ isSimulated, isAnnounced: await hasAnnounced(executor, 'takesOrders') });
}

/** @throws {ServiceError} 409 if Thor can't copy */
export async function requireCopier(deps: Deps, executor: Db | Trx): Promise<void> {
  if ((await readCopierAvailability(deps, executor)) !== 'available') throw new ServiceError(409, 'copier_unavailable');
}
