import type { Db, Trx } from '#server/core/deps.ts';
import { ServiceError } from '#server/core/errors.ts';
import type { StoredPayout } from '../tables.ts';

/** A person's payout with an idempotency key. */
export function findPayoutByKey(executor: Db | Trx, personId: string, key: string): Promise<StoredPayout | undefined> {
  return executor
    .selectFrom('payout')
    .selectAll()
    .where('person_id', '=', personId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** @throws {ServiceError} 409 `idempotency_conflict` if the key was used with another request before */
export function requireSameRequest(earlier: StoredPayout, requestHash: string): void {
  if (earlier.request_hash !== requestHash) throw new ServiceError(409, 'idempotency_conflict');
}
