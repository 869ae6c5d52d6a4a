import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

/**
 * A folder and a database for a test's own processes, both removed after the test: on PostgreSQL a copy of the prepared
 * tables.
 * @returns no address if the tests run on the embedded database, which the processes keep in the folder
 */
export async function makeProcessDatabase(): Promise<{ dataDir: string; databaseUrl?: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-process-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const databases = inject('databases');
  if (databases.kind === 'embedded') return { dataDir };
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
  return { dataDir, databaseUrl: adminUrl.replace(/[^/]+$/, name) };
}

/** The same for tests that run on PostgreSQL only. */
export async function makePostgresDatabase(): Promise<{ dataDir: string; databaseUrl: string }> {
  const { dataDir, databaseUrl } = await makeProcessDatabase();
  if (databaseUrl === undefined) throw new Error('This test runs on PostgreSQL only');
  return { dataDir, databaseUrl };
}
