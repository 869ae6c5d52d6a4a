import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from '../deps.ts';
import { isLockTimeout, isNotAllowed } from './errors.ts';

/** By name, in order. */
export type Migrations = Readonly<Record<string, Migration>>;

/** A migration failed and was rolled back; the message is one line for the operator. */
export class MigrationError extends Error {}

/**
 * Applies pending migrations; servers that start together wait for each other.
 * @param options.upTo the name of the last migration to run
 * @returns the names of the applied ones
 * @throws {MigrationError} if one fails; all pending ones share a transaction, so none is applied then
 */
export async function migrate(db: Db, options: { migrations: Migrations; upTo?: string }): Promise<string[]> {
  // Kysely refuses a database on which a later release has run a migration that this one doesn't know.
  if (options.upTo === undefined && (await isMigrated(db, options.migrations))) return [];
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...options.migrations }) } });
  const run = () => (options.upTo ? migrator.migrateTo(options.upTo) : migrator.migrateToLatest());
  let { error, results = [] } = await run();
  for (let attempts = 1; isLockTimeout(error) && attempts < maxAttempts; attempts += 1) {
    await wait(retryAfterMs);
    ({ error, results = [] } = await run());
  }
  if (isNotAllowed(error))
    throw new MigrationError(
      'this database waits for migrations that the role of DATABASE_URL may not run: first run npm run db -- migrate as tidemark_owner',
      { cause: error },
    );
  const failed = results.find(({ status }) => status === 'Error')?.migrationName;
  if (error && failed) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`migration ${failed} failed and changed nothing: ${cause}`, { cause: error });
  }
  if (error) throw error;
  return results.map((result) => result.migrationName);
}

/** Requests that queue behind a waiting migration go on in the meantime. */
const retryAfterMs = 500;
/** Ten minutes, with the lock timeout of `migrationTimeouts`. */
const maxAttempts = 240;

type Applied = { name: string; timestamp: string };

/** Kysely's own list reads the whole database catalog, which takes longer than the rest of a start. */
async function listApplied(db: Db): Promise<readonly Applied[]> {
  const { rows: found } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db);
  if (found.length === 0) return [];
  return (await sql<Applied>`select name, timestamp from kysely_migration`.execute(db)).rows;
}

/** Each migration's name with its time of application; undefined if pending. */
export async function listMigrations(
  db: Db,
  migrations: Migrations,
): Promise<{ name: string; executedAt: Date | undefined }[]> {
  const times = new Map((await listApplied(db)).map(({ name, timestamp }) => [name, new Date(timestamp)]));
  return Object.keys(migrations).map((name) => ({ name, executedAt: times.get(name) }));
}

/** Whether all known migrations have run. A later release may have run more, and migrations only add. */
export async function isMigrated(db: Db, migrations: Migrations): Promise<boolean> {
  return (await listMigrations(db, migrations)).every(({ executedAt }) => executedAt !== undefined);
}
