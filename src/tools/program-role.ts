import { sql } from 'kysely';
import { getCatalog } from '#content/catalog.ts';
import { BackupError } from '#server/core/database/backup/format.ts';
import { type Connection, connectPostgres } from '#server/core/database/connect.ts';
import type { Env } from '#server/core/env.ts';
import { createServer } from '#server/create-server.ts';

/** Of deploy/database-roles.sql. */
const appRole = 'tidemark_app';

type Role = {
  readonly role: string;
  readonly is_superuser: boolean;
  readonly may_create: boolean;
  readonly queue_owner: string | null;
  readonly has_app_role: boolean;
};

/**
 * The role as which the program will run on what this connection restores; null for one that does everything itself.
 * @throws {BackupError} if it could not
 */
export async function findProgramRole(env: Env, { kind, db }: Connection): Promise<string | null> {
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
export async function proveStart(env: Env, url: string, role: string): Promise<void> {
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
