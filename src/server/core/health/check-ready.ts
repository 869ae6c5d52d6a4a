import { access, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { describeSkew, isClockRight, measureClock } from '../clock/skew.ts';
import { listMigrations } from '../database/migrate.ts';
import type { Db, Deps } from '../deps.ts';
import type { Unreadiness } from './readiness.ts';

/** A load balancer checks every two seconds and gives up after three, so a later answer is useless. */
const timeoutMs = 1_500;
const everyMs = 5_000;
const probe = Buffer.alloc(65_536);

export type Checked = Pick<Deps, 'env' | 'checkDb' | 'migrations' | 'clock' | 'clockSkew'>;

async function checkDatabase({ checkDb, migrations: released }: Checked): Promise<void> {
  const migrations = await listMigrations(checkDb, released);
  if (migrations.some((migration) => migration.executedAt === undefined)) throw new Error('migrations are pending');
}

/**
 * Makes PostgreSQL spill a megabyte into a temporary file on the tables' disk, because a full disk refuses new space
 * first. The file is never synced, logged or visible to others, so frequent checks cost little.
 */
async function spillToDisk(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('temp_tablespaces', '', true), set_config('work_mem', '64kB', true)`.execute(trx);
    await sql`with spilled as materialized (select repeat('x', 8000) from generate_series(1, 128)) select count(*) from spilled`.execute(
      trx,
    );
  });
}

/** A database notices a full disk only when it is too late. The embedded one writes into the data folder. */
async function checkDisk({ env, checkDb }: Checked): Promise<void> {
  if (env.databaseUrl) await spillToDisk(checkDb);
  else await writeFile(join(env.dataDir, 'write-probe'), probe, { mode: 0o600 });
}

/** In development, another server serves the pages. */
async function checkSite({ env }: Checked, siteFolder: string): Promise<void> {
  if (env.production) await access(join(siteFolder, 'index.html'));
}

async function find(check: Unreadiness['check'], run: () => Promise<void>): Promise<Unreadiness | null> {
  try {
    await run();
    return null;
  } catch (error) {
    return { check, text: error instanceof Error ? error.message : String(error) };
  }
}

async function checkClock(deps: Checked): Promise<void> {
  await measureClock(deps);
  if (!isClockRight(deps)) throw new Error(describeSkew(deps.clockSkew));
}

/** Everything that keeps visitors from being served, however long it takes to find out. */
export async function checkAll(deps: Checked, siteFolder = resolve('dist')): Promise<readonly Unreadiness[]> {
  const found = await Promise.all([
    find('clock', () => checkClock(deps)),
    find('database', () => checkDatabase(deps)),
    find('disk', () => checkDisk(deps)),
    find('site', () => checkSite(deps, siteFolder)),
  ]);
  return found.filter((each) => each !== null);
}

/**
 * Why visitors can't be served; null if they can: the clock is right, the database answers and is up to date, the disk
 * has space and the site is built. `isReady` follows, except that no answer in time says nothing about the copy.
 */
export async function findUnreadiness(deps: Deps, siteFolder = resolve('dist')): Promise<Unreadiness | null> {
  const done = new AbortController();
  const late = wait(timeoutMs, { check: 'time', text: `no answer within ${timeoutMs} ms` } as const, done);
  const found = await Promise.race([checkAll(deps, siteFolder).then(([first = null]) => first), late]);
  done.abort();
  if (found?.check !== 'time') deps.readiness.found = found;
  if (found) deps.log.warn(found, 'not ready');
  return found;
}

/** Checks now and every few seconds. @returns a function that stops it */
export async function watchReadiness(deps: Deps): Promise<() => void> {
  await findUnreadiness(deps);
  const timer = setInterval(() => void findUnreadiness(deps), everyMs);
  return () => clearInterval(timer);
}
