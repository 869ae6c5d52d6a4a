import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

/**
 * A database for a test's own processes: on PostgreSQL a copy of the prepared tables, dropped after the test.
 * @returns no address if the tests run on the embedded database, which each process keeps in its own folder
 */
export async function makeProcessDatabase(): Promise<{ databaseUrl?: string }> {
  const databases = inject('databases');
  if (databases.kind === 'embedded') return {};
  const { adminUrl, template } = databases;
  const name = `process_${randomUUID().replaceAll('-', '')}`;
  const ask = async (statement: string) => {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await ask(`create database ${name} template ${template}`);
  onTestFinished(() => ask(`drop database ${name} with (force)`).catch(() => undefined));
  return { databaseUrl: adminUrl.replace(/[^/]+$/, name) };
}

/** The same for tests that run on PostgreSQL only. */
export async function makePostgresDatabase(): Promise<{ databaseUrl: string }> {
  const { databaseUrl } = await makeProcessDatabase();
  if (databaseUrl === undefined) throw new Error('This test runs on PostgreSQL only');
  return { databaseUrl };
}
