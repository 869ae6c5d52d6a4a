import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { archiveMonth, compressTo } from '#server/accounts/archive/archive-month.ts';
import { ArchiveError } from '#server/accounts/archive/format.ts';
import { restoreMonth } from '#server/accounts/archive/restore-month.ts';
import { readDecrypted, writeEncrypted } from '#server/core/database/backup/encrypt.ts';
import { BackupError } from '#server/core/database/backup/format.ts';
import { type Connection, connectEmbedded, connectPostgres } from '#server/core/database/connect.ts';
import { eraseTables } from '#server/core/database/erase-tables.ts';
import { lockFolder } from '#server/core/database/lock.ts';
import { migrationTimeouts, noTimeouts } from '#server/core/database/timeouts.ts';
import type { Db } from '#server/core/deps.ts';
import { type Env, parseEnv } from '#server/core/env.ts';
import { isOperatorError } from '#server/core/operator-errors.ts';
import { listMigrations, migrate } from '#server/firm/migrations.ts';
import { backUpTo, restoreFrom } from './backup.ts';
import { note, say, stop } from './console.mjs';
import { examine } from './doctor.ts';
import { rotateSecrets } from './rotate-secrets.ts';

/** The name to retype before anything is erased. */
function getDatabaseName(env: Env): string {
  return env.databaseUrl ? decodeURIComponent(new URL(env.databaseUrl).pathname.slice(1)) : basename(env.dataDir);
}

/** Never the whole URL, because it contains a password. */
function describeDatabase(env: Env): string {
  if (!env.databaseUrl) return `the embedded database in ${env.dataDir}`;
  return `the database ${getDatabaseName(env)} on ${new URL(env.databaseUrl).host}`;
}

const doesExist = (env: Env) => env.databaseUrl !== undefined || existsSync(join(env.dataDir, 'database'));

async function withConnection<Result>(
  env: Env,
  work: (connection: Connection) => Promise<Result>,
  timeouts = noTimeouts,
): Promise<Result> {
  const connection = await (env.databaseUrl
    ? connectPostgres(env.databaseUrl, { maxConnections: 2, timeouts })
    : connectEmbedded({ dataDir: env.dataDir }));
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

async function migrateAll(env: Env): Promise<void> {
  const applied = await withConnection(env, ({ db }) => migrate(db), migrationTimeouts);
  for (const name of applied) say(`applied ${name}`);
  say(
    applied.length > 0
      ? `${describeDatabase(env)} is now up to date`
      : `${describeDatabase(env)} was already up to date`,
  );
}

async function showStatus(env: Env): Promise<void> {
  if (!doesExist(env)) return say(`${describeDatabase(env)} does not exist yet; the first start creates it`);
  const migrations = await withConnection(env, ({ db }) => listMigrations(db));
  say(describeDatabase(env));
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

async function resetAll(env: Env, args: readonly string[]): Promise<void> {
  if (env.production) stop('npm run db -- reset refuses to run with NODE_ENV=production');
  const name = getDatabaseName(env);
  if (!args.includes('--yes') || !args.includes(name)) {
    stop(`npm run db -- reset erases ${describeDatabase(env)}; to confirm, run: npm run db -- reset --yes ${name}`);
  }
  if (!doesExist(env)) return say(`${describeDatabase(env)} does not exist: nothing to erase`);
  if (env.databaseUrl) await withConnection(env, ({ db }) => eraseTables(db));
  else eraseFolder(env.dataDir);
  say(`erased ${describeDatabase(env)}; the next start creates it again`);
}

async function rotateAll(env: Env): Promise<void> {
  if (!env.appSecret) stop('APP_SECRET is not set: it is the key that encrypts the secrets');
  const count = await withConnection(env, (connection) => rotateSecrets(env, connection, process.env.APP_SECRET_OLD));
  say(`secrets encrypted with the new key in ${describeDatabase(env)}: ${count}`);
}

function readPath(verb: string, args: readonly string[]): string {
  const [path, ...rest] = args;
  if (path === undefined || rest.length > 0) stop(`name one file: npm run db -- ${verb} <file>`);
  return path ?? '';
}

async function backUp(env: Env, args: readonly string[]): Promise<void> {
  const path = readPath('backup', args);
  if (!doesExist(env)) stop(`${describeDatabase(env)} does not exist: nothing to back up`);
  const { tables, rows, jobs } = await withConnection(env, (connection) => backUpTo(env, connection, path));
  note(`backed up ${describeDatabase(env)}: ${tables} tables, ${rows} rows, ${jobs} waiting jobs`);
}

async function restore(env: Env, args: readonly string[]): Promise<void> {
  const path = readPath('restore', args);
  const restored = await withConnection(env, (connection) => restoreFrom(env, connection, path));
  const { tables, rows, jobs, takenAt } = restored;
  say(`restored ${describeDatabase(env)} as of ${takenAt}: ${tables} tables, ${rows} rows, ${jobs} waiting jobs`);
  say('Row counts and money totals match the backup');
}

async function archive(env: Env, [month = '', path = '', ...rest]: readonly string[]): Promise<void> {
  if (path === '' || rest.length > 0) stop('name a month and a file: npm run db -- archive 2025-06 <file>');
  const { accounts, rows } = await withConnection(env, ({ db }) => archiveTo(db, month, path));
  say(`moved ${rows} events of ${accounts} accounts from ${describeDatabase(env)} to ${path}`);
}

async function restoreMonths(env: Env, args: readonly string[]): Promise<void> {
  const path = readPath('restore-archive', args);
  const { month, rows, missing } = await withConnection(env, ({ db }) => restoreArchive(db, path));
  say(`brought ${rows - missing} events of ${month} back to ${describeDatabase(env)}`);
  if (missing > 0) say(`${missing} events belong to accounts that have been erased since`);
}

async function runDoctor(env: Env): Promise<void> {
  const findings = await withConnection(env, (connection) => examine(env, connection));
  say(describeDatabase(env));
  const width = Math.max(...findings.map(({ about }) => about.length));
  for (const { about, text, remedy } of findings) {
    process.stdout.write(`${remedy === null ? '✓' : '✗'} ${about.padEnd(width)}  ${text}\n`);
    if (remedy !== null) process.stdout.write(`  ${' '.repeat(width)}  → ${remedy}\n`);
  }
  if (findings.some(({ remedy }) => remedy !== null)) process.exitCode = 1;
}

const tasks: Readonly<Record<string, (env: Env, args: readonly string[]) => Promise<void>>> = {
  migrate: migrateAll,
  status: showStatus,
  reset: resetAll,
  backup: backUp,
  restore,
  'rotate-secrets': rotateAll,
  archive,
  'restore-archive': restoreMonths,
  doctor: runDoctor,
};

function explain(error: unknown): string {
  if (isOperatorError(error, [BackupError, ArchiveError])) return error.message;
  // Node throws an AggregateError without a message after trying several addresses.
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  return `the database could not be reached or changed: ${cause instanceof Error ? cause.message : String(cause)}`;
}

const [, , task = '', ...args] = process.argv;
const run = tasks[task];
if (!run) stop(`unknown task: ${task || '(none)'}; choose one of ${Object.keys(tasks).join(', ')}`);
try {
  await run?.(parseEnv(process.env), args);
} catch (error) {
  stop(explain(error));
}

/** The file is complete and on the disk before anything is deleted. @throws {ArchiveError} if it exists */
async function archiveTo(db: Db, month: string, path: string) {
  if (existsSync(path)) throw new ArchiveError(`${path} exists already: choose another name.`);
  const partial = `${path}.partial`;
  rmSync(partial, { force: true });
  const write = async (lines: Readable) => {
    const file = createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true });
    await writeEncrypted(file, process.env.BACKUP_RECIPIENT, (plain) => compressTo(plain)(lines));
    renameSync(partial, path);
  };
  try {
    return await archiveMonth(db, month, new Date(), write);
  } finally {
    rmSync(partial, { force: true });
  }
}

/** @throws {ArchiveError} see `restoreMonth` */
async function restoreArchive(db: Db, path: string) {
  if (!existsSync(path)) throw new ArchiveError(`${path} does not exist.`);
  return restoreMonth(db, await readDecrypted(createReadStream(path), process.env.BACKUP_IDENTITY_FILE));
}
