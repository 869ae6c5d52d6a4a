import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, type LogEvent, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db } from '../deps.ts';
import { findSpan } from '../work-context.ts';
import type { Database } from './database.ts';
import { FolderLockedError, lockFolder } from './lock.ts';
import { PreparedPGlite } from './prepared-pglite.ts';
import { keepAliveAfterMs, type PostgresTimeouts, serverTimeouts, TimedClient } from './timeouts.ts';

/** Adds a query to the trace of the request or job that asks. */
function log(event: LogEvent): void {
  const error = event.level === 'error' ? { error: event.error } : {};
  findSpan()?.recordQuery({ sql: event.query.sql, durationMs: event.queryDurationMillis, ...error });
}

const int8 = 20;
const numeric = 1700;

/** PostgreSQL through a pool, or the embedded database. Both run the same SQL. */
export type Connection = (
  | { readonly kind: 'postgres'; readonly pool: pg.Pool; readonly url: string }
  | { readonly kind: 'embedded'; readonly pglite: PGlite }
) & {
  readonly db: Db;
  /** The same database for checks that mustn't wait until the requests and jobs of a busy server leave a connection. */
  readonly checkDb: Db;
  close(): Promise<void>;
};

/** Sums and cents stay far below 2^53, so both drivers return int8 and numeric as numbers. */
export async function connectPostgres(
  url: string,
  options: { maxConnections?: number; timeouts?: PostgresTimeouts } = {},
): Promise<Connection> {
  const types = {
    getTypeParser(oid: number, format?: 'text' | 'binary') {
      if (oid === int8 || oid === numeric) return Number;
      return pg.types.getTypeParser(oid, format);
    },
  };
  const openPool = (max: number) => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      types: types as pg.CustomTypesConfig,
      Client: TimedClient,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
      ...(options.timeouts ?? serverTimeouts),
    });
    // A broken idle connection must not end the process; the next query opens another.
    // A pooler reports a lost database twice; while a connection is in use, the pool listens to neither report.
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool.on('error', () => undefined);
  };
  const pool = openPool(options.maxConnections ?? 12);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log });
  const checkDb = new Kysely<Database>({ dialect: new PostgresDialect({ pool: openPool(1) }) });
  const close = async () => void (await Promise.all([db.destroy(), checkDb.destroy()]));
  return { kind: 'postgres', pool, url, db, checkDb, close };
}

/** Why the data folder can't be used; the message is one line for the operator. */
export class DataDirError extends Error {}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0]?.trim() || 'no reason given';
}

function lockDataDir(dataDir: string): () => void {
  try {
    mkdirSync(join(dataDir, 'database'), { recursive: true, mode: 0o700 });
    accessSync(join(dataDir, 'database'), constants.R_OK | constants.W_OK | constants.X_OK);
    return lockFolder(dataDir);
  } catch (error) {
    if (error instanceof FolderLockedError) throw error;
    throw new DataDirError(`DATA_DIR ${dataDir} must be a folder this user can read and write: ${firstLine(error)}.`);
  }
}

export function createEmbeddedDb(pglite: PGlite): Db {
  return new Kysely<Database>({ dialect: new PGliteDialect({ pglite }), log });
}

export type EmbeddedOptions = {
  /** Undefined keeps the database in memory. */
  dataDir?: string | undefined;
  /** A dump to start from, as created by PGlite's `dumpDataDir`. */
  loadDataDir?: Blob;
};

/** @throws {FolderLockedError} if another running process holds the folder; {DataDirError} if it can't be used */
export async function connectEmbedded(options: EmbeddedOptions = {}): Promise<Connection> {
  const { dataDir, loadDataDir } = options;
  const unlock = dataDir ? lockDataDir(dataDir) : () => undefined;
  try {
    const pglite = await PreparedPGlite.open({
      ...(dataDir ? { dataDir: join(dataDir, 'database') } : {}),
      ...(loadDataDir ? { loadDataDir } : {}),
      parsers: { [int8]: Number, [numeric]: Number },
    }).catch((error: unknown) => {
      throw new DataDirError(
        `DATA_DIR ${dataDir}: its database can’t be opened (${firstLine(error)}). Move ${join(dataDir ?? '', 'database')} away, then restore a backup or start with a new one.`,
      );
    });
    const db = createEmbeddedDb(pglite);
    const close = async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      unlock();
    };
    return { kind: 'embedded', pglite, db, checkDb: db, close };
  } catch (error) {
    unlock();
    throw error;
  }
}
