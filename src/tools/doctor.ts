import { sql } from 'kysely';
import { maxBackupAgeSeconds, readBackupState } from '#server/core/database/backup/last-backup.ts';
import { findExcessiveRole } from '#server/core/database/check-role.ts';
import type { Connection } from '#server/core/database/connect.ts';
import { isNotNull, listRows, not } from '#server/core/database/rows.ts';
import type { Env } from '#server/core/env.ts';
import { minCertificateSeconds, readCertificates } from '#server/core/health/certificate.ts';
import { checkAll } from '#server/core/health/check-ready.ts';
import { minFreeDisk, readFreeDisk } from '#server/core/health/free-disk.ts';
import type { Unreadiness } from '#server/core/health/readiness.ts';
import { releasedMigrations } from '#server/firm/migrations.ts';
import { runbookOf } from '#server/monitoring/ports/alerts/webhook.ts';

/** What was examined, what was found, and the command to run or the page to read; null if all is well. */
export type Finding = { readonly about: string; readonly text: string; readonly remedy: string | null };

const rolesRemedy = 'as a superuser: psql -d <the database> -f deploy/database-roles.sql';

async function examineRole(env: Env, connection: Connection): Promise<Finding> {
  const excess = await findExcessiveRole(connection);
  const text = excess === null ? 'does what the program does, and no more' : `has the rights of a ${excess}`;
  return { about: 'role', text, remedy: excess !== null && env.production ? rolesRemedy : null };
}

type Owners = { readonly owners: string; readonly unusable: number; readonly queue: string; readonly me: string };

/** Whether the role of DATABASE_URL can use every table, and the queue is its own. */
async function examineOwners({ checkDb }: Connection): Promise<Finding> {
  const { rows } = await sql<Owners>`
    select current_user as me, string_agg(distinct pg_get_userbyid(relowner), ', ') as owners,
      count(*) filter (where not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')))::int as unusable,
      coalesce((select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'jobs'), current_user) as queue
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(checkDb);
  const { owners, unusable, queue, me } = rows[0] as Owners;
  const text = `tables: ${owners}; queue: ${queue}; program: ${me}, which can’t use ${unusable} tables`;
  return { about: 'owners', text, remedy: unusable === 0 && queue === me ? null : rolesRemedy };
}

const checks = {
  database: { good: 'every migration has run', remedy: 'npm run db -- migrate, as tidemark_owner' },
  disk: { good: 'takes writes', remedy: 'free space on the database’s disk: df -h' },
  clock: { good: 'agrees with the database’s', remedy: 'here and at the database: timedatectl set-ntp true' },
  site: { good: 'is built', remedy: 'npm run build' },
} satisfies Partial<Record<Unreadiness['check'], { good: string; remedy: string }>>;

async function examineReadiness(env: Env, { checkDb }: Connection): Promise<Finding[]> {
  const clock = () => new Date();
  const found = await checkAll({
    env,
    checkDb,
    clock,
    clockSkew: { ms: 0, aheadMs: 0, roundTripMs: 0 },
    migrations: releasedMigrations,
  });
  return Object.entries(checks).map(([about, { good, remedy }]) => {
    const fault = found.find(({ check }) => check === about);
    return { about, text: fault?.text ?? good, remedy: fault ? remedy : null };
  });
}

/** Of this machine, which is the database's too on a single one. */
async function examineSpace(env: Env): Promise<Finding> {
  const { bytes, part } = await readFreeDisk(env);
  const text = `${Math.round(bytes / 1e9)} GB free on this machine, ${Math.round(part * 100)} %`;
  return { about: 'space', text, remedy: part < minFreeDisk ? runbookOf('DiskLow') : null };
}

async function examineBackup({ checkDb }: Connection): Promise<Finding> {
  const { ageSeconds, hasArchive, isArchiveFailing } = await readBackupState(checkDb);
  const about = 'backup';
  if (isArchiveFailing)
    return { about, text: 'PostgreSQL can’t archive its log', remedy: runbookOf('LogArchiveFailing') };
  if (hasArchive) return { about, text: 'PostgreSQL archives its log', remedy: null };
  const remedy = ageSeconds > maxBackupAgeSeconds ? 'npm run db -- backup <file>' : null;
  return { about, text: `${Math.round(ageSeconds / 3_600)} hours old`, remedy };
}

async function examineCertificates({ origin }: Env): Promise<Finding[]> {
  return [...(await readCertificates(origin))].map(([host, seconds]) => ({
    ...{ about: 'certificate', text: `of ${host} lasts ${Math.floor(seconds / 86_400)} days` },
    remedy: seconds < minCertificateSeconds ? runbookOf('CertificateEnding') : null,
  }));
}

async function examineAlerts({ checkDb }: Connection): Promise<Finding[]> {
  const firing = await listRows(
    checkDb,
    'operator_alert',
    { fired_at: isNotNull, holds: true, name: not('Watchdog') },
    ['key', 'name', 'summary', 'fired_at'],
    { orderBy: 'fired_at' },
  );
  if (firing.length === 0) return [{ about: 'alerts', text: 'none fires', remedy: null }];
  return firing.map(({ key, name, summary, fired_at: firedAt }) => ({
    ...{ about: 'alert', text: `${key} since ${firedAt?.toISOString()}: ${summary}`, remedy: runbookOf(name) },
  }));
}

/** Looks at everything an installation needs, in the order in which faults cause each other. */
export async function examine(env: Env, connection: Connection): Promise<readonly Finding[]> {
  const own = [...(await examineReadiness(env, connection)), await examineSpace(env)];
  // Without its tables, a database says nothing about roles and backups.
  if (own.some(({ about, remedy }) => about === 'database' && remedy !== null)) return own;
  return [
    ...own,
    await examineRole(env, connection),
    await examineOwners(connection),
    await examineBackup(connection),
    ...(await examineCertificates(env)),
    ...(await examineAlerts(connection)),
  ];
}
