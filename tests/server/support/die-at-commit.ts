import { flushCompileCache } from 'node:module';
import { PGliteDriver, PostgresDriver } from 'kysely';

/** Where a process dies: at the commit of the first transaction with a matching statement. */
export type Death = { readonly statement: string; readonly when: 'before' | 'after' };

/** Dies like in a power cut: no handler runs, nothing is closed. */
async function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

type Query = { readonly sql: string; readonly parameters: readonly unknown[] };
type Watched = { executeQuery(query: Query, ...rest: unknown[]): Promise<unknown> };

/** Watches every statement and every commit of both database drivers. */
export function dieAtCommit({ statement: pattern, when }: Death): void {
  // Node saves its compile cache when a process exits, which this one won't do normally.
  flushCompileCache();
  const searched = new RegExp(pattern);
  const [watched, begun, found] = [new WeakSet<object>(), new WeakSet<object>(), new WeakSet<object>()];
  for (const { prototype } of [PostgresDriver, PGliteDriver] as unknown as { prototype: Driver }[]) {
    const { acquireConnection, beginTransaction, commitTransaction } = prototype;
    prototype.acquireConnection = async function (...given) {
      const connection = await acquireConnection.apply(this, given);
      if (watched.has(connection)) return connection;
      watched.add(connection);
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = async (query, ...rest) => {
        const result = await execute(query, ...rest);
        if (!searched.test(`${query.sql} ${JSON.stringify(query.parameters)}`)) return result;
        if (!begun.has(connection)) return die();
        found.add(connection);
        return result;
      };
      return connection;
    };
    prototype.beginTransaction = async function (connection, ...given) {
      begun.add(connection);
      found.delete(connection);
      return beginTransaction.call(this, connection, ...given);
    };
    prototype.commitTransaction = async function (connection, ...given) {
      if (found.has(connection) && when === 'before') return die();
      await commitTransaction.call(this, connection, ...given);
      if (found.has(connection)) return die();
      begun.delete(connection);
    };
  }
}

type Driver = {
  acquireConnection(...given: unknown[]): Promise<Watched>;
  beginTransaction(connection: Watched, ...given: unknown[]): Promise<void>;
  commitTransaction(connection: Watched, ...given: unknown[]): Promise<void>;
};
