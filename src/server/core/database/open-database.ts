import type { Env } from '../env.ts';
import { type Connection, connectEmbedded, connectPostgres } from './connect.ts';

/** The database of DATABASE_URL doesn't answer; the message is one line for the operator. */
export class UnreachableDatabaseError extends Error {}

function findReason(error: unknown): string {
  // Node throws an AggregateError without a message after trying several addresses.
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return cause instanceof Error && cause.message !== '' ? cause.message : 'no answer';
}

/**
 * Opens the database that the environment names.
 * @throws {UnreachableDatabaseError} on PostgreSQL; the errors of `connectEmbedded` otherwise
 */
export async function openDatabase(env: Env, options: { maxConnections?: number } = {}): Promise<Connection> {
  if (!env.databaseUrl) return connectEmbedded({ dataDir: env.dataDir });
  const connection = await connectPostgres(env.databaseUrl, options);
  if (connection.kind !== 'postgres') return connection;
  try {
    await connection.pool.query('select 1');
  } catch (error) {
    await connection.close();
    throw new UnreachableDatabaseError(`DATABASE_URL: could not reach the database (${findReason(error)}).`);
  }
  return connection;
}
