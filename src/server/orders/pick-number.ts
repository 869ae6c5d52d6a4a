import { randomInt } from 'node:crypto';
import type { Db, Trx } from '#server/core/deps.ts';
import { makeOrderNumber } from '#shared/orders/number.ts';

/**
 * A random order number that isn't taken. Two callers pick the same one once in ten billion; the unique column rejects
 * it.
 */
export async function pickOrderNumber(executor: Db | Trx): Promise<string> {
  for (;;) {
    const number = makeOrderNumber((limit) => randomInt(limit));
    const taken = await executor.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirst();
    if (!taken) return number;
  }
}
