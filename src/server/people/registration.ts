import type { Db, Deps, RequestContext, Trx } from '#server/core/deps.ts';
import type { Person } from './find-person.ts';
import { endSessionsOf } from './sessions/end-session.ts';

/** Whether an address can be registered. Someone with a role, or invited to one, gets in only by the mailed link. */
export function mayRegister({ roles }: Pick<Person, 'roles'>): boolean {
  return roles.length === 0;
}

/** What this browser entered when it registered the address; data from other browsers stays hidden. */
export async function findRegistration(executor: Db | Trx, personId: string, deviceHash: string | null) {
  if (deviceHash === null) return undefined;
  return executor
    .selectFrom('registration')
    .selectAll()
    .where('person_id', '=', personId)
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst();
}

/** Deletes unverified registrations of an address and their sessions. Mailed codes stay valid. */
export async function clearRegistrations(deps: Deps, trx: Trx, personId: string): Promise<void> {
  await trx.deleteFrom('registration').where('person_id', '=', personId).execute();
  await endSessionsOf(deps, trx, personId);
}

/** Relaxes limits for a browser in which the person has signed in before. */
export async function rememberDevice(
  deps: Deps,
  trx: Trx,
  personId: string,
  { deviceHash }: RequestContext,
): Promise<void> {
  if (deviceHash === null) return;
  const lastUsedAt = deps.clock();
  await trx
    .insertInto('known_device')
    .values({ person_id: personId, device_hash: deviceHash, last_used_at: lastUsedAt })
    .onConflict((conflict) => conflict.columns(['person_id', 'device_hash']).doUpdateSet({ last_used_at: lastUsedAt }))
    .execute();
}

export async function isKnownDevice(executor: Db | Trx, personId: string, deviceHash: string | null): Promise<boolean> {
  if (deviceHash === null) return false;
  const row = await executor
    .selectFrom('known_device')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst();
  return row !== undefined;
}
