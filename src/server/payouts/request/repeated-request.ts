import { findRow } from '#server/core/database/rows.ts';
import { type Db, ServiceError, type Trx } from '#server/core/deps.ts';
import type { StoredPayout } from '../tables.ts';

export function findPayoutByKey(executor: Db | Trx, personId: string, key: string): Promise<StoredPayout | undefined> {
  return findRow(executor, 'payout', { person_id: personId, idempotency_key: key });
}

/** @throws {ServiceError} 409 `idempotency_conflict` if the key was used with another request before */
export function requireSameRequest(earlier: StoredPayout, requestHash: string): void {
  if (earlier.request_hash !== requestHash) throw new ServiceError(409, 'idempotency_conflict');
}
