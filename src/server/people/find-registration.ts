import { findRow } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import type { Person } from './find-person.ts';
import { endSessionsOf } from './sessions/end-session.ts';

/** Whether an address can be registered. Someone with a role, or invited to one, gets in only by the mailed link. */
export function mayRegister({ roles }: Pick<Person, 'roles'>): boolean {
  return roles.length === 0;
}

/** What this browser entered when it registered the address; data from other browsers stays hidden. */
export async function findRegistration(executor: Db | Trx, personId: string, deviceHash: string | null) {
  if (deviceHash === null) return undefined;
  return findRow(executor, 'registration', { person_id: personId, device_hash: deviceHash });
}

/** Deletes unverified registrations of an address and their sessions. Mailed codes stay valid. */
export async function clearRegistrations(deps: Deps, trx: Trx, personId: string): Promise<void> {
  await trx.deleteFrom('registration').where('person_id', '=', personId).execute();
  await endSessionsOf(deps, trx, personId);
}
