import { setImmediate as turn } from 'node:timers/promises';
import type { Db } from '../deps.ts';

type Batch<Row> = { readonly keys: Set<string>; readonly rows: Promise<ReadonlyMap<string, Row>> };

/**
 * Makes one query of the reads that arrive in the same turn of the event loop. It starts after all of them, so that
 * none of them gets what was true only before it arrived.
 * @param read reads the rows of these keys in one query; keys without a row are left out
 * @returns reads one row, or undefined if there is none
 */
export function readTogether<Context extends { readonly db: Db }, Row>(
  read: (context: Context, keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): (context: Context, key: string) => Promise<Row | undefined> {
  const batches = new WeakMap<Db, Batch<Row>>();
  const open = (context: Context): Batch<Row> => {
    const keys = new Set<string>();
    const rows = turn().then(() => {
      batches.delete(context.db);
      return read(context, [...keys]);
    });
    const batch = { keys, rows };
    batches.set(context.db, batch);
    return batch;
  };
  return async (context, key) => {
    const { keys, rows } = batches.get(context.db) ?? open(context);
    keys.add(key);
    return (await rows).get(key);
  };
}
