import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { type Connection, connectEmbedded, connectPostgres, createEmbeddedDb } from '#server/core/database/connect.ts';
import type { Databases } from './databases.ts';
import { type Ask, resetDatabase, type Snapshot, takeSnapshot } from './reset-database.ts';

/** A database with all tables and no data, for one test app at a time. */
export type LeasedDatabase = {
  readonly open: () => Promise<Connection>;
  /** Returns it to the pool once all connections are closed, and removes the test's data. */
  readonly release: () => Promise<void>;
};

/** Opening a database costs far more than emptying one, so a worker reuses its databases. */
const maxUses = 100;

type Embedded = { readonly pglite: PGlite; readonly snapshot: Snapshot; uses: number };

const embeddedPool: Embedded[] = [];

const askPglite =
  (pglite: PGlite): Ask =>
  async <Row extends object>(text: string, values: unknown[] = []) =>
    (await pglite.query<Row>(text, values)).rows;

/** Code that still writes after the app was closed gets an error instead of reaching the next test's data. */
function createConnection(pglite: PGlite): Connection {
  let isClosed = false;
  const lent = new Proxy(pglite, {
    get(target, key) {
      if (key === 'closed') return isClosed || target.closed;
      const value = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (isClosed) throw new Error('The database of this test is closed');
        return Reflect.apply(value, target, args);
      };
    },
  });
  const db = createEmbeddedDb(lent);
  return {
    kind: 'embedded',
    pglite: lent,
    db,
    checkDb: db,
    async close() {
      isClosed = true;
    },
  };
}

async function openEmbedded(dumpPath: string): Promise<Embedded> {
  const connection = await connectEmbedded({ loadDataDir: new Blob([readFileSync(dumpPath)]) });
  if (connection.kind !== 'embedded') throw new Error('Not embedded');
  const { pglite } = connection;
  return { pglite, snapshot: await takeSnapshot(askPglite(pglite)), uses: 0 };
}

async function leaseEmbedded(dumpPath: string): Promise<LeasedDatabase> {
  const database = embeddedPool.pop() ?? (await openEmbedded(dumpPath));
  const { pglite, snapshot } = database;
  database.uses += 1;
  return {
    open: async () => createConnection(pglite),
    async release() {
      // A transaction that a closed app never ended would block the only connection.
      if (database.uses < maxUses && (await resetDatabase(askPglite(pglite), snapshot))) embeddedPool.push(database);
      else await pglite.close();
    },
  };
}

type Copy = { readonly name: string; readonly ask: Ask; readonly close: () => Promise<void>; uses: number };

const copies: Copy[] = [];
let copySnapshot: Snapshot | undefined;

/** A connection that outlives the apps: reading the catalog and planning again would double the time of a reset. */
function openControl(url: string): Pick<Copy, 'ask' | 'close'> {
  const names = new Map<string, string>();
  let current: Promise<pg.Client> | undefined;
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    // A test may end all connections of its database.
    const forget = () => {
      current = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    await client.connect();
    return client;
  };
  return {
    async ask<Row extends object>(text: string, values: unknown[] = []) {
      current ??= connect();
      const client = await current;
      const name = names.get(text) ?? `reset_${names.size}`;
      names.set(text, name);
      return (await client.query<Row>({ name, text, values })).rows;
    },
    close: async () => (await current)?.end(),
  };
}

async function withClient<Result>(url: string, work: (ask: Ask) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (text, values = []) => (await client.query(text, values)).rows);
  } finally {
    await client.end();
  }
}

const endOthers = `
  select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

async function leaseCopy({ adminUrl, template }: Databases & { kind: 'postgres' }): Promise<LeasedDatabase> {
  const urlOf = (name: string) => adminUrl.replace(/[^/]+$/, name);
  const makeCopy = async (): Promise<Copy> => {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await withClient(adminUrl, (ask) => ask(`create database ${name} template ${template}`));
    const control = openControl(urlOf(name));
    copySnapshot ??= await takeSnapshot(control.ask);
    return { name, ...control, uses: 0 };
  };
  const copy = copies.pop() ?? (await makeCopy());
  copy.uses += 1;
  return {
    open: () => connectPostgres(urlOf(copy.name), { maxConnections: 10 }),
    async release() {
      await copy.ask(endOthers);
      if (copy.uses < maxUses && copySnapshot && (await resetDatabase(copy.ask, copySnapshot))) {
        copies.push(copy);
        return;
      }
      await copy.close();
      // Only to save memory: what can't be dropped goes with the cluster.
      await withClient(adminUrl, (ask) => ask(`drop database ${copy.name} with (force)`)).catch(() => undefined);
    },
  };
}

/** A database for a test app: one that an earlier app of this worker returned, or a new one. */
export function leaseDatabase(databases: Databases): Promise<LeasedDatabase> {
  return databases.kind === 'embedded' ? leaseEmbedded(databases.dumpPath) : leaseCopy(databases);
}
