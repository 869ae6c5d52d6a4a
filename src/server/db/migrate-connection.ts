import { type Connection, connectPostgres } from './connect.ts';
import { isMigrated, listMigrations, migrate } from './migrate.ts';
import { noTimeouts } from './timeouts.ts';

/** Migrations, and waiting for another copy's, outlast what a request may take: they get a connection of their own. */
export async function migrateConnection(connection: Connection): Promise<string[]> {
  if (await isMigrated(connection.db)) return [];
  if (connection.kind !== 'postgres') return migrate(connection.db);
  const migrations = await listMigrations(connection.db);
  if (migrations.every(({ executedAt }) => executedAt !== undefined)) return [];
  const patient = await connectPostgres(connection.url, { maxConnections: 2, timeouts: noTimeouts });
  try {
    return await migrate(patient.db);
  } finally {
    await patient.close();
  }
}
