import { findRow } from '#server/core/database/rows.ts';
import type { Db, Deps, RequestContext, Trx } from '#server/core/deps.ts';

/** Relaxes limits for a browser in which the person has signed in before. */
export async function rememberDevice(deps: Deps, trx: Trx, personId: string, { deviceHash }: RequestContext) {
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
  const row = await findRow(executor, 'known_device', { person_id: personId, device_hash: deviceHash }, ['person_id']);
  return row !== undefined;
}
