import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from '../deps.ts';
import * as baseline from './migrations/0001-baseline.ts';

/** In order. Never edit a released migration; add another. */
export const released: Readonly<Record<string, Migration>> = {
  '0001-baseline': baseline,
};

function migratorFor(db: Db, migrations = released): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
}

/**
 * Applies pending migrations; servers that start together wait for each other.
 * @param options.upTo the name of the last migration to run
 * @returns the names of those applied
 */
export async function migrate(
  db: Db,
  options: { migrations?: Readonly<Record<string, Migration>>; upTo?: string } = {},
): Promise<string[]> {
  const migrator = migratorFor(db, options.migrations);
  const { error, results = [] } = await (options.upTo ? migrator.migrateTo(options.upTo) : migrator.migrateToLatest());
  if (error) throw error;
  return results.map((result) => result.migrationName);
}

/** Each migration's name with its time of application, undefined if pending. */
export async function listMigrations(
  db: Db,
  migrations = released,
): Promise<{ name: string; executedAt: Date | undefined }[]> {
  const infos = await migratorFor(db, migrations).getMigrations();
  return infos.map(({ name, executedAt }) => ({ name, executedAt }));
}
