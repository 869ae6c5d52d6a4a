import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { type Connection, connectEmbedded, connectPostgres } from '#server/core/database/connect.ts';
import { openJobs } from '#server/core/jobs/runner.ts';
import { jobs as allJobs } from '#server/firm/jobs.ts';
import { hashBaseline } from '#server/firm/migrations/0001-baseline.ts';
import { migrate } from '#server/firm/migrations.ts';
import { type Cluster, startCluster } from '../../support/postgres-cluster.ts';

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
  const jobs = await openJobs(connection, pino({ level: 'silent' }), { jobs: allJobs, recurring: false });
  await jobs.stop();
}

/** Dumps of an earlier run serve again while nothing they are made of has changed. */
const cacheFolder = resolve('node_modules/.cache/tidemark-tests');

function listSources(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** What the dumps are made of: all migrations, the jobs' tables and the versions of both databases' packages. */
function hashDumpSources(): string {
  const hash = createHash('sha256');
  const made = /\/tables\.ts|core\/(?:database|jobs)\/|firm\/migrations/;
  const server = listSources('src/server').filter((path) => made.test(path));
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

async function prepareCluster(folder: string): Promise<{ cluster: Cluster; databases: Databases }> {
  const cluster = await startCluster(folder, ['fsync=off', 'max_connections=300']);
  await cluster.createDatabase('tables');
  const connection = await connectPostgres(cluster.urlOf('tables'));
  await prepare(connection);
  await connection.close();
  return { cluster, databases: { kind: 'postgres', adminUrl: cluster.urlOf('postgres'), template: 'tables' } };
}

/** @returns what removes the databases once all files of the project have run */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-tests-'));
  const started = project.name === 'postgres' ? await prepareCluster(folder) : undefined;
  project.provide('databases', started?.databases ?? (await prepareEmbedded()));
  return async () => {
    await started?.cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
