import { AsyncLocalStorage } from 'node:async_hooks';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import type { Connection } from '#server/core/database/connect.ts';

type Work<Result> = () => Promise<Result>;
type Call = (...given: unknown[]) => Promise<unknown>;

const acts = new AsyncLocalStorage<true>();

/** Only what an act awaits counts as steps: the job queue also looks around by itself, by the clock on the wall. */
export const countSteps = <Result>(act: Work<Result>): Promise<Result> => acts.run(true, act);

/**
 * One process of the server: it can end before or after anything that it awaits, which then never comes.
 * @param takeTurn waits until an act that overlaps with others goes on
 */
export function createLife(takeTurn: () => Promise<unknown> | undefined) {
  let left = Number.POSITIVE_INFINITY;
  let isOver = false;
  const never = new Promise<never>(() => undefined);
  const { promise: over, resolve: end } = Promise.withResolvers<'over'>();

  function count(): boolean {
    if (!acts.getStore()) return isOver;
    left -= 1;
    if (left > 0 || isOver) return isOver;
    isOver = true;
    end('over');
    return true;
  }

  /** Awaits something; before and after it, the process may end. */
  async function step<Result>(work: Work<Result>): Promise<Result> {
    if (acts.getStore()) await takeTurn();
    if (isOver || count()) return never;
    const settled = await work().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    if (isOver || count()) return never;
    if ('error' in settled) throw settled.error;
    return settled.value;
  }

  return {
    over,
    step,
    /** Ends the process after so many more steps. */
    endAfter(steps: number): void {
      left = steps;
    },
    /** The database sees the connection end: what isn't committed is rolled back. */
    orEnd: <Result>(work: Promise<Result>): Promise<Result> =>
      Promise.race([work, over.then(() => Promise.reject(new Error('The process has ended')))]),
  };
}

export type Life = ReturnType<typeof createLife>;

/** The database as a process sees it, which can end at each statement, begin and commit. */
export function connect(pglite: PGlite, life: Life): Connection {
  const counted = <Target extends PGlite | Transaction>(target: Target, more: Record<string, Call> = {}): Target =>
    new Proxy({} as Target, {
      get(_, key) {
        if (typeof key === 'string' && more[key]) return more[key];
        const value = Reflect.get(target, key, target);
        if (typeof value !== 'function') return value;
        const call = (...given: unknown[]) => Reflect.apply(value, target, given);
        return key === 'query' || key === 'exec' ? (...given: unknown[]) => life.step(() => call(...given)) : call;
      },
    });
  const transaction = (work: (trx: Transaction) => Promise<unknown>) =>
    life.step(() =>
      pglite.transaction(async (trx) => {
        const result = await life.orEnd(work(counted(trx)));
        await life.orEnd(life.step(async () => undefined));
        return result;
      }),
    );
  const own = counted(pglite, { transaction: transaction as Call });
  const db: Connection['db'] = new Kysely({ dialect: new PGliteDialect({ pglite: own }) });
  return { kind: 'embedded', pglite: own, db, checkDb: db, close: async () => undefined };
}
