import { setTimeout as delay } from 'node:timers/promises';
import type { Deps, Trx } from '../../deps.ts';

const maxAttempts = 6;
/** Serialisation failure and deadlock: the same transaction succeeds when it runs again. */
const retried = new Set(['40001', '40P01']);

function isRetried(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && retried.has(error.code);
}

/** Runs a transaction that moves money, again if it collided with another. The effect must be the transaction's only. */
export async function runTransaction<Result>(
  deps: Pick<Deps, 'db'>,
  effect: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await deps.db.transaction().execute(effect);
    } catch (error) {
      if (attempt >= maxAttempts || !isRetried(error)) throw error;
      await delay(5 * 2 ** attempt * Math.random());
    }
  }
}
