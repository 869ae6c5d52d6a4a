import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { dayMs, hourMs } from '#lib/durations.ts';
import { readBackupState } from '#server/core/database/backup/last-backup.ts';
import { findExcessiveRole } from '#server/core/database/check-role.ts';
import type { Connection } from '#server/core/database/connect.ts';
import type { Env } from '#server/core/env.ts';
import { checkAll } from '#server/core/health/check-ready.ts';
import type { Unreadiness } from '#server/core/health/readiness.ts';
import { releasedMigrations } from '#server/firm/migrations.ts';
import { runbookOf } from '#server/monitoring/ports/alerts/webhook.ts';

/** What was examined, what was found, and the command to run or the page to read; null if all is well. */
export type Finding = { readonly about: string; readonly text: string; readonly remedy: string | null };

const rolesRemedy = 'as a superuser: psql -d <the database> -f deploy/database-roles.sql';
const maxBackupAgeMs = 26 * hourMs;
const minFreePart = 0.1;

const well = (about: string, text: string): Finding => ({ about, text, remedy: null });

async function examineRole(env: Env, connection: Connection): Promise<Finding> {
  const excess = await findExcessiveRole(connection);
  if (excess === null || !env.production) return well('role', excess ?? 'may do what the program does, and no more');
  return { about: 'role', text: `connects as a${excess === 'owner' ? 'n' : ''} ${excess}`, remedy: rolesRemedy };
}

type Owners = {
  readonly owners: string;
  readonly unusable: number;
  readonly queue: string | null;
  readonly me: string;
};

/** Whether the role of DATABASE_URL can use every table, and the queue is its own. */
async function examineOwners({ kind, checkDb }: Connection): Promise<Finding> {
  if (kind !== 'postgres') return well('owners', 'one user');
  const { rows } = await sql<Owners>`
    select current_user as me, coalesce(string_agg(distinct pg_get_userbyid(relowner), ', '), 'nobody') as owners,
      count(*) filter (where not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert'))) as unusable,
      (select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'jobs') as queue
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(checkDb);
  const { owners = 'nobody', unusable = 0, queue = null, me = '' } = rows[0] ?? {};
  const text = `tables: ${owners}; queue: ${queue ?? 'none yet'}; program: ${me}`;
  if (unusable === 0 && (queue === null || queue === me)) return well('owners', text);
  return { about: 'owners', text: `${text}; it can’t use ${unusable} tables`, remedy: rolesRemedy };
}

const remedies: Readonly<Record<Unreadiness['check'], string>> = {
  clock: 'set this machine’s clock and the database’s: timedatectl set-ntp true',
  database: 'npm run db -- migrate, as tidemark_owner',
  disk: 'free space on the database’s disk: df -h',
  site: 'npm run build',
  time: runbookOf('NotReady'),
};

async function examineReadiness(env: Env, { checkDb }: Connection): Promise<Finding[]> {
  const clock = () => new Date();
  const found = await checkAll({ env, checkDb, clock, clockSkew: { ms: 0 }, migrations: releasedMigrations });
  const good = { database: 'every migration has run', disk: 'takes writes', clock: 'agrees with the database’s' };
  return Object.entries({ ...good, site: 'is built' }).map(([about, text]) => {
    const fault = found.find(({ check }) => check === about);
    return fault ? { about, text: fault.text, remedy: remedies[fault.check] } : well(about, text);
  });
}

/** Of this machine, which is the database's too on a single one. */
async function examineSpace({ dataDir }: Env): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(dataDir).catch(() => statfs('.'));
  const text = `${Math.round((bavail * bsize) / 1e9)} GB free here, ${Math.round((bavail / blocks) * 100)} %`;
  const remedy = bavail / blocks < minFreePart ? runbookOf('DiskLow') : null;
  return { about: 'space', text, remedy };
}

const ageOf = (at: Date) => {
  const hours = Math.round((Date.now() - at.getTime()) / hourMs);
  return hours < 48 ? `${hours} hours` : `${Math.round((hours * hourMs) / dayMs)} days`;
};

async function examineBackup({ kind, checkDb }: Connection): Promise<Finding> {
  const { takenAt, archive } = await readBackupState(checkDb, kind === 'postgres');
  if (archive) {
    const text = archive.lastAt ? `the log’s archive is ${ageOf(archive.lastAt)} old` : 'the log was never archived';
    return { about: 'backup', text, remedy: archive.isFailing ? runbookOf('LogArchiveFailing') : null };
  }
  const isOld = Date.now() - takenAt.getTime() > maxBackupAgeMs;
  return { about: 'backup', text: `${ageOf(takenAt)} old`, remedy: isOld ? 'npm run db -- backup <file>' : null };
}

async function examineAlerts({ checkDb }: Connection): Promise<Finding[]> {
  const firing = await checkDb
    .selectFrom('operator_alert')
    .select(['key', 'name', 'summary', 'fired_at'])
    .where('fired_at', 'is not', null)
    .where('holds', '=', true)
    .where('name', '<>', 'Watchdog')
    .orderBy('fired_at')
    .execute();
  if (firing.length === 0) return [well('alerts', 'none fires')];
  return firing.map(({ key, name, summary, fired_at: firedAt }) => ({
    ...{ about: 'alert', text: `${key} since ${firedAt?.toISOString()}: ${summary}`, remedy: runbookOf(name) },
  }));
}

/** Looks at everything an installation needs, in the order in which faults cause each other. */
export async function examine(env: Env, connection: Connection): Promise<readonly Finding[]> {
  const readiness = await examineReadiness(env, connection);
  const hasTables = readiness.every(({ about, remedy }) => about !== 'database' || remedy === null);
  // Without its tables, a database says nothing about roles and backups.
  if (!hasTables) return readiness;
  return [
    ...readiness,
    await examineSpace(env),
    await examineRole(env, connection),
    await examineOwners(connection),
    await examineBackup(connection),
    ...(await examineAlerts(connection)),
  ];
}
