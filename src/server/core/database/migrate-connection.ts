import { type Connection, connectPostgres } from './connect.ts';
import { isMigrated, type Migrations, migrate } from './migrate.ts';
import { migrationTimeouts } from './timeouts.ts';

/**
 * Runs pending migrations. They, and waiting for another server's, exceed the timeouts of requests, so they use their
 * own connection.
 */
export async function migrateConnection(connection: Connection, migrations: Migrations): Promise<string[]> {
  if (await isMigrated(connection.db, migrations)) return [];
  if (connection.kind !== 'postgres') return migrate(connection.db, { migrations });
  const patient = await connectPostgres(connection.url, { maxConnections: 2, timeouts: migrationTimeouts });
  try {
    return await migrate(patient.db, { migrations });
  } finally {
    await patient.close();
  }
}
