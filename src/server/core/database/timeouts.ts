import pg from 'pg';

/** In milliseconds; omitted timeouts are unlimited. */
export type PostgresTimeouts = {
  readonly connectionTimeoutMillis: number;
  readonly lock_timeout?: number;
  readonly statement_timeout?: number;
  readonly idle_in_transaction_session_timeout?: number;
  readonly query_timeout?: number;
};

/** Lets the operating system detect a dead peer on an idle connection. */
export const keepAliveAfterMs = 10_000;

/**
 * For requests and jobs. The database times out first; `query_timeout` is the client's, for a database that no longer
 * responds.
 */
export const serverTimeouts = {
  connectionTimeoutMillis: 3_000,
  lock_timeout: 5_000,
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 30_000,
  query_timeout: 17_000,
} satisfies PostgresTimeouts;

/** The queue's maintenance touches whole tables, and its workers wait for it. */
export const queueTimeouts: PostgresTimeouts = {
  ...serverTimeouts,
  lock_timeout: 30_000,
  statement_timeout: 60_000,
  query_timeout: 65_000,
};

/** Backups and restores may take any time. */
export const noTimeouts: PostgresTimeouts = { connectionTimeoutMillis: 10_000 };

/** Migrations too, but while one waits for a table, every request that needs the table waits behind it. */
export const migrationTimeouts: PostgresTimeouts = { ...noTimeouts, lock_timeout: 2_000 };

const isReadTimeout = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

/**
 * A client that closes its connection after a query timeout; back in the pool, it would stall the next user. If the
 * database ends the connection, the query fails but the process survives.
 */
export class TimedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The pool handles errors only of idle clients.
    this.on('error', () => undefined);
  }

  // The overloads of the base class differ only in types.
  override query: pg.Client['query'] = ((...args: Parameters<pg.Client['query']>) => {
    const result: unknown = super.query(...args);
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (isReadTimeout(error)) this.connection.stream.destroy();
      });
    }
    return result;
  }) as pg.Client['query'];
}

/** SQLSTATE classes 08, 53 and 57P, canceled statements and locks, a database that is no primary (any more), and sockets. */
const unavailableCode = /^(08|53|57P|57014|25006|55P03|25P03|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/;
/** The driver's own errors have no code. The last kind is what remains of a transaction whose connection was lost. */
const unavailableMessage =
  /^(Query read timeout|timeout (expired|exceeded when trying to connect)|Connection terminated|Client .*not queryable)/;

/** Whether the database was temporarily unable to work, through no fault of the query. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return unavailableCode.test(code) || unavailableMessage.test(error.message);
}
