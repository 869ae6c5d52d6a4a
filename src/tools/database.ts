import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BackupError } from '../server/db/backup/format.ts';
import { type Connection, connectEmbedded, connectPostgres } from '../server/db/connect.ts';
import { eraseTables } from '../server/db/erase-tables.ts';
import { FolderLockedError, lockFolder } from '../server/db/lock.ts';
import { listMigrations, migrate } from '../server/db/migrate.ts';
import { noTimeouts } from '../server/db/timeouts.ts';
import { type Env, EnvError, parseEnv } from '../server/env.ts';
import { backUpTo, restoreFrom } from './backup.ts';
import { note, say, stop } from './console.mjs';
import { rotateSecrets } from './rotate-secrets.ts';

/** The name to retype before anything is erased. */
function nameOf(env: Env): string {
  return env.databaseUrl ? decodeURIComponent(new URL(env.databaseUrl).pathname.slice(1)) : basename(env.dataDir);
}

/** Never the whole URL, because it contains a password. */
function placeOf(env: Env): string {
  if (!env.databaseUrl) return `the embedded database in ${env.dataDir}`;
  return `the database ${nameOf(env)} on ${new URL(env.databaseUrl).host}`;
}

const isThere = (env: Env) => env.databaseUrl !== undefined || existsSync(join(env.dataDir, 'database'));

async function withConnection<Result>(env: Env, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  const connection = await (env.databaseUrl
    ? connectPostgres(env.databaseUrl, { maxConnections: 2, timeouts: noTimeouts })
    : connectEmbedded({ dataDir: env.dataDir }));
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

async function migrateAll(env: Env): Promise<void> {
  const applied = await withConnection(env, ({ db }) => migrate(db));
  for (const name of applied) say(`applied ${name}`);
  say(applied.length > 0 ? `${placeOf(env)} is now up to date` : `${placeOf(env)} was already up to date`);
}

async function showStatus(env: Env): Promise<void> {
  if (!isThere(env)) {
    say(`${placeOf(env)} does not exist yet; the first start creates it`);
    return;
  }
  const migrations = await withConnection(env, ({ db }) => listMigrations(db));
  say(placeOf(env));
  for (const { name, executedAt } of migrations) say(`${name}  ${executedAt?.toISOString() ?? 'pending'}`);
}

/** Works without opening the database, which may be too broken to open. */
function eraseFolder(dataDir: string): void {
  const unlock = lockFolder(dataDir);
  try {
    rmSync(join(dataDir, 'database'), { recursive: true, force: true });
  } finally {
    unlock();
  }
}

async function resetAll(env: Env, given: readonly string[]): Promise<void> {
  if (env.production) stop('db:reset refuses to run with NODE_ENV=production');
  const name = nameOf(env);
  if (!given.includes('--yes') || !given.includes(name)) {
    stop(`db:reset erases ${placeOf(env)}; to confirm, run: npm run db:reset -- --yes ${name}`);
  }
  if (!isThere(env)) {
    say(`${placeOf(env)} does not exist: nothing to erase`);
    return;
  }
  if (env.databaseUrl) await withConnection(env, ({ db }) => eraseTables(db));
  else eraseFolder(env.dataDir);
  say(`erased ${placeOf(env)}; the next start creates it again`);
}

async function rotateAll(env: Env): Promise<void> {
  if (!env.appSecret) stop('APP_SECRET is not set: it is the key that encrypts the secrets');
  const count = await withConnection(env, (connection) => rotateSecrets(env, connection, process.env.APP_SECRET_OLD));
  say(`secrets encrypted with the new key in ${placeOf(env)}: ${count}`);
}

function readPath(verb: string, given: readonly string[]): string {
  const [path, ...rest] = given;
  if (path === undefined || rest.length > 0) stop(`name one file: npm run db:${verb} -- <file>`);
  return path ?? '';
}

async function backUp(env: Env, given: readonly string[]): Promise<void> {
  const path = readPath('backup', given);
  if (!isThere(env)) stop(`${placeOf(env)} does not exist: nothing to back up`);
  const { tables, rows, jobs } = await withConnection(env, (connection) => backUpTo(env, connection, path));
  note(`backed up ${placeOf(env)}: ${tables} tables, ${rows} rows, ${jobs} waiting jobs`);
}

async function restore(env: Env, given: readonly string[]): Promise<void> {
  const path = readPath('restore', given);
  const restored = await withConnection(env, (connection) => restoreFrom(env, connection, path));
  const { tables, rows, jobs, takenAt } = restored;
  say(`restored ${placeOf(env)} as of ${takenAt}: ${tables} tables, ${rows} rows, ${jobs} waiting jobs`);
  say('the number of rows and every sum of money are those of the backup');
}

const tasks: Readonly<Record<string, (env: Env, given: readonly string[]) => Promise<void>>> = {
  migrate: migrateAll,
  status: showStatus,
  reset: resetAll,
  backup: backUp,
  restore,
  'rotate-secrets': rotateAll,
};

function explain(error: unknown): string {
  if (error instanceof EnvError || error instanceof FolderLockedError || error instanceof BackupError)
    return error.message;
  // The AggregateError of several tried addresses has no message of its own.
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  return `the database could not be reached or changed: ${cause instanceof Error ? cause.message : String(cause)}`;
}

const [, , task = '', ...given] = process.argv;
const run = tasks[task];
if (!run) stop(`unknown task: ${task || '(none)'}; choose one of ${Object.keys(tasks).join(', ')}`);
try {
  await run?.(parseEnv(process.env), given);
} catch (error) {
  stop(explain(error));
}
