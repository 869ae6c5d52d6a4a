import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { type Connection, connectEmbedded, connectPostgres } from '../server/db/connect.ts';
import { FolderLockedError, lockFolder } from '../server/db/lock.ts';
import { listMigrations, migrate } from '../server/db/migrate.ts';
import { type Env, EnvError, parseEnv } from '../server/env.ts';
import { say, stop } from './console.mjs';
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
    ? connectPostgres(env.databaseUrl, { maxConnections: 2 })
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

/** Table by table, so that the schema's grants and extensions survive. */
async function eraseTables({ db }: Connection): Promise<void> {
  const tables = await sql<{ name: string }>`
    select format('%I', tablename) as name from pg_tables where schemaname = 'public'
  `.execute(db);
  await db.transaction().execute(async (trx) => {
    await sql`drop schema if exists jobs cascade`.execute(trx);
    for (const { name } of tables.rows) await sql`drop table public.${sql.raw(name)} cascade`.execute(trx);
  });
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
  if (env.databaseUrl) await withConnection(env, eraseTables);
  else eraseFolder(env.dataDir);
  say(`erased ${placeOf(env)}; the next start creates it again`);
}

async function rotateAll(env: Env): Promise<void> {
  if (!env.appSecret) stop('APP_SECRET is not set: it is the key that encrypts the secrets');
  const count = await withConnection(env, (connection) => rotateSecrets(env, connection, process.env.APP_SECRET_OLD));
  say(`secrets encrypted with the new key in ${placeOf(env)}: ${count}`);
}

const tasks: Readonly<Record<string, (env: Env, given: readonly string[]) => Promise<void>>> = {
  migrate: migrateAll,
  status: showStatus,
  reset: resetAll,
  'rotate-secrets': rotateAll,
};

function explain(error: unknown): string {
  if (error instanceof EnvError || error instanceof FolderLockedError) return error.message;
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
