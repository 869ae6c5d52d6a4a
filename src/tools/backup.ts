import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { sql } from 'kysely';
import { pino } from 'pino';
import { getCatalog } from '#content/catalog.ts';
import { readDecrypted, writeEncrypted } from '#server/core/database/backup/encrypt.ts';
import { BackupError } from '#server/core/database/backup/format.ts';
import { noteBackup } from '#server/core/database/backup/last-backup.ts';
import { type Restored, restoreBackup } from '#server/core/database/backup/restore-backup.ts';
import { type BackupCounts, writeBackup } from '#server/core/database/backup/write-backup.ts';
import { type Connection, connectPostgres } from '#server/core/database/connect.ts';
import type { Env } from '#server/core/env.ts';
import type { JobName } from '#server/core/jobs/payloads.ts';
import { openJobs } from '#server/core/jobs/runner.ts';
import { findKeyFile, readOrStoreKey } from '#server/core/keys.ts';
import { createServer } from '#server/create-server.ts';
import { jobs as allJobs, jobNames } from '#server/firm/jobs.ts';
import { releasedMigrations } from '#server/firm/migrations.ts';

/** Of deploy/database-roles.sql. */
const appRole = 'tidemark_app';

type Role = {
  readonly role: string;
  readonly is_superuser: boolean;
  readonly may_create: boolean;
  readonly queue_owner: string | null;
  readonly has_app_role: boolean;
};

const standardStreamPath = '-';

/** Encrypted if BACKUP_RECIPIENT is set. The file appears only once it is complete. @throws {BackupError} if it exists */
export async function backUpTo(env: Env, connection: Connection, path: string): Promise<BackupCounts> {
  const counts = await writeTo(env, connection, path);
  await noteBackup(connection.db);
  return counts;
}

async function writeTo(env: Env, connection: Connection, path: string): Promise<BackupCounts> {
  const rootKey = findKeyFile(env, connection);
  const write = (to: Writable) =>
    writeEncrypted(to, process.env.BACKUP_RECIPIENT, (plain) =>
      writeBackup(connection.db, plain, { migrations: releasedMigrations, rootKey }),
    );
  if (path === standardStreamPath) return write(process.stdout);
  if (existsSync(path)) throw new BackupError(`${path} exists already: choose another name.`);
  const partial = `${path}.partial`;
  // A file left by an interrupted backup would keep its own permissions.
  rmSync(partial, { force: true });
  try {
    const counts = await write(createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true }));
    renameSync(partial, path);
    return counts;
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

async function restoreKey(env: Env, connection: Connection, rootKey: string | undefined): Promise<void> {
  if (!rootKey || env.appSecret) return;
  const storedKey = await readOrStoreKey(env, connection, rootKey);
  if (storedKey !== rootKey) {
    throw new BackupError(
      `DATA_DIR ${env.dataDir} has a key of its own, which can’t read what this backup encrypts: move its folder keys away.`,
    );
  }
}

/** Skips kinds of jobs that no longer exist; reconciliation finds unfinished work again. */
async function sendPendingJobs(connection: Connection, { pendingJobs }: Restored): Promise<void> {
  const jobs = await openJobs(connection, pino({ level: 'silent' }), { jobs: allJobs, recurring: false });
  const isKnown = (name: string): name is JobName => jobNames.some((known) => known === name);
  for (const { name, data, singletonKey, startAfter } of pendingJobs) {
    if (!isKnown(name)) continue;
    const startAfterSeconds = Math.max(0, Math.ceil((Date.parse(startAfter) - Date.now()) / 1_000));
    await jobs.send(connection.db, name, data as never, {
      startAfterSeconds,
      ...(singletonKey ? { singletonKey } : {}),
    });
  }
  await jobs.stop();
}

/** @throws {BackupError} see `restoreBackup` */
export async function restoreFrom(env: Env, connection: Connection, path: string): Promise<Restored> {
  if (path !== standardStreamPath && !existsSync(path)) throw new BackupError(`${path} does not exist.`);
  const role = await findProgramRole(env, connection);
  const file = path === standardStreamPath ? process.stdin : createReadStream(path);
  const restored = await restoreBackup(
    connection.db,
    await readDecrypted(file, process.env.BACKUP_IDENTITY_FILE),
    releasedMigrations,
  );
  await restoreKey(env, connection, restored.rootKey);
  await sendPendingJobs(connection, restored);
  if (role !== null && connection.kind === 'postgres') await proveStart(env, connection.url, role);
  return restored;
}

/**
 * The role as which the program will run on what this connection restores; null for one that does everything itself.
 * @throws {BackupError} if it could not
 */
async function findProgramRole(env: Env, { kind, db }: Connection): Promise<string | null> {
  if (kind !== 'postgres') return null;
  const { rows } = await sql<Role>`
    select current_user as role, rolsuper as is_superuser, has_schema_privilege('public', 'create') as may_create,
      (select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'jobs') as queue_owner,
      exists(select from pg_roles where rolname = ${appRole}) as has_app_role
    from pg_roles where rolname = current_user`.execute(db);
  const { role, is_superuser: isSuperuser, may_create, queue_owner: queueOwner, has_app_role } = rows[0] as Role;
  if (isSuperuser && !env.production) return null;
  if (isSuperuser)
    throw new BackupError(`${role} is a superuser, whose tables the program couldn’t use: restore as tidemark_owner.`);
  if (!may_create)
    throw new BackupError(`${role} can’t create tables: restore with the DATABASE_URL of tidemark_owner.`);
  if (has_app_role && role !== appRole && queueOwner !== appRole)
    throw new BackupError(
      'this database has no roles yet: first run deploy/database-roles.sql in it as a superuser, as after every create database.',
    );
  return queueOwner ?? role;
}

/** Starts the program as its own role on a restored database, and ends it. @throws {BackupError} if it can't start */
async function proveStart(env: Env, url: string, role: string): Promise<void> {
  const asRole = new URL(url);
  asRole.searchParams.set('options', `-c role=${role}`);
  const connection = await connectPostgres(asRole.href, { maxConnections: 4 });
  try {
    const server = await createServer({ env, catalog: getCatalog(), connection, recurring: false });
    await server.close();
  } catch (error) {
    await connection.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`the rows are restored, but the program can’t start on them as ${role}: ${reason}`);
  }
}
