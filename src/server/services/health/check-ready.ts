import { listMigrations } from '../../db/migrate.ts';
import type { Deps } from '../../deps.ts';

/** Whether the database answers and all migrations are applied. */
export async function checkReady(deps: Deps): Promise<boolean> {
  try {
    const migrations = await listMigrations(deps.db);
    return migrations.every((migration) => migration.executedAt !== undefined);
  } catch (error) {
    deps.log.warn({ err: error }, 'not ready');
    return false;
  }
}
