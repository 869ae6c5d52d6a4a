import pg from 'pg';

/** In milliseconds; what is left out never ends. */
export type PostgresTimeouts = {
  readonly connectionTimeoutMillis: number;
  readonly lock_timeout?: number;
  readonly statement_timeout?: number;
  readonly idle_in_transaction_session_timeout?: number;
  readonly query_timeout?: number;
};

/** A dead peer is noticed by the system even while nothing is asked. */
export const keepAliveAfterMs = 10_000;

/**
 * For requests and jobs. The database gives up first; `query_timeout` is ours, for a database that no longer does
 * anything at all.
 */
export const serverTimeouts = {
  connectionTimeoutMillis: 3_000,
  lock_timeout: 5_000,
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 30_000,
  query_timeout: 17_000,
} satisfies PostgresTimeouts;

/** The queue's maintenance touches whole tables; its workers wait for it to end. */
export const queueTimeouts: PostgresTimeouts = {
  ...serverTimeouts,
  lock_timeout: 30_000,
  statement_timeout: 60_000,
  query_timeout: 65_000,
};

/** Migrations, backups and restores take as long as they take. */
export const noTimeouts: PostgresTimeouts = { connectionTimeoutMillis: 10_000 };

const isReadTimeout = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

/**
 * A client whose connection ends with a query that got no answer: given back to the pool, it would let whoever takes
 * it next wait for the same silence. If the database ends the connection, its query fails; the process must not.
 */
export class TimedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The pool listens only while nobody uses the client.
    this.on('error', () => undefined);
  }

  // The overloads of the base differ in nothing but types.
  override query: pg.Client['query'] = ((...given: Parameters<pg.Client['query']>) => {
    const result: unknown = super.query(...given);
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (isReadTimeout(error)) this.connection.stream.destroy();
      });
    }
    return result;
  }) as pg.Client['query'];
}

/** SQLSTATE classes 08, 53 and 57P, cancelled statements and locks, and the errors of sockets and of the pool. */
const unavailableCode = /^(08|53|57P|57014|55P03|25P03|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/;
const unavailableMessage = /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated)/;

/** Whether the database could not do its work just now, through no fault of the query. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return unavailableCode.test(code) || unavailableMessage.test(error.message);
}
