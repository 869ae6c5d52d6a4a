import { setTimeout as delay } from 'node:timers/promises';
import type { Deps, Trx } from '../deps.ts';

const maxAttempts = 6;
/** Serialization failure and deadlock: the same transaction succeeds when it is retried. */
const retryableCodes = new Set(['40001', '40P01']);

function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && retryableCodes.has(error.code);
}

/** Runs a transaction that moves money and retries it after a collision, so `effect` must do nothing outside of it. */
export async function runTransaction<Result>(
  deps: Pick<Deps, 'db'>,
  effect: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await deps.db.transaction().execute(effect);
    } catch (error) {
      if (attempt >= maxAttempts || !isRetryable(error)) throw error;
      await delay(5 * 2 ** attempt * Math.random());
    }
  }
}
