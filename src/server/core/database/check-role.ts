import { sql } from 'kysely';
import type { Connection } from './connect.ts';

/**
 * What the role of DATABASE_URL may do besides its work; null if nothing. `superuser` reads every file of the database
 * server, `owner` could switch off what protects the audit log and the ledger.
 */
export async function findExcessiveRole({ kind, db }: Connection): Promise<'superuser' | 'owner' | null> {
  if (kind !== 'postgres') return null;
  const { rows } = await sql<{ is_superuser: boolean; may_change: boolean }>`
    select rolsuper as is_superuser, has_table_privilege('audit', 'update') as may_change
    from pg_roles where rolname = current_user`.execute(db);
  const [role] = rows;
  if (role?.is_superuser) return 'superuser';
  return role?.may_change ? 'owner' : null;
}
