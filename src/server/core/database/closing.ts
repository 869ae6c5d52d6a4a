import { sql } from 'kysely';
import { type Db, ServiceError, type Trx } from '../deps.ts';
import { findRow, isNotNull } from './rows.ts';

/** How far an orderly closure is: `closing` once it is stored what everyone gets. Then payouts lose conditions. */
export async function readClosing(executor: Db | Trx): Promise<'open' | 'planning' | 'closing'> {
  const closure = await findRow(executor, 'closure', { frozen_at: isNotNull }, ['computed_at']);
  return closure ? (closure.computed_at === null ? 'planning' : 'closing') : 'open';
}

/** Whether the firm is closing: nothing is sold, renewed, traded or earned anymore. */
export const isClosing = async (executor: Db | Trx) => (await readClosing(executor)) !== 'open';

/** As `readClosing`; a closure begins only once the transaction has ended. Orders are locked before, accounts after. */
export async function readClosingLocked(trx: Trx) {
  await sql`select pg_advisory_xact_lock_shared(7105, 5)`.execute(trx);
  return readClosing(trx);
}

/** @throws {ServiceError} 409 `closing` */
export async function requireOpen(executor: Db | Trx): Promise<void> {
  if (await isClosing(executor)) throw new ServiceError(409, 'closing');
}

/** @throws {ServiceError} 409 `payout_changed` while what everyone gets is computed */
export async function requireStoredPlan(trx: Trx): Promise<void> {
  if ((await readClosingLocked(trx)) === 'planning') throw new ServiceError(409, 'payout_changed');
}
