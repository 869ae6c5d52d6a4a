import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from '../deps.ts';
import * as baseline from './migrations/0001-baseline.ts';

/** In order. Never edit a released migration; add another. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-baseline': baseline,
};

function migratorFor(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
}

/** Applies pending migrations; servers that start together wait for each other. @returns the names of those applied */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results = [] } = await migratorFor(db).migrateToLatest();
  if (error) throw error;
  return results.map((result) => result.migrationName);
}

/** Each migration's name with its time of application, undefined if pending. */
export async function listMigrations(db: Db): Promise<{ name: string; executedAt: Date | undefined }[]> {
  const infos = await migratorFor(db).getMigrations();
  return infos.map(({ name, executedAt }) => ({ name, executedAt }));
}
