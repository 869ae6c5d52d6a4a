import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { connectPostgres } from '#server/core/database/connect.ts';
import { parseEnv } from '#server/core/env.ts';
import { createServer } from '#server/create-server.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestApp } from '../support/app.ts';

const databases = inject('databases');
const adminUrl = databases.kind === 'postgres' ? databases.adminUrl : '';

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

describe.runIf(databases.kind === 'postgres')('several servers on one PostgreSQL', () => {
  test('start together on an empty database and share tables, queues and keys', async () => {
    const name = `empty_${randomUUID().replaceAll('-', '')}`;
    await ask(adminUrl, `create database ${name}`);
    onTestFinished(() => ask(adminUrl, `drop database ${name} with (force)`));
    const url = adminUrl.replace(/[^/]+$/, name);

    const start = async () => {
      const connection = await connectPostgres(url, { maxConnections: 4 });
      const log = pino({ level: 'silent' });
      const env = parseEnv({ DATABASE_URL: url, LOG_LEVEL: 'silent' });
      return createServer({ env, catalog: readCatalog(), connection, log, recurring: false });
    };
    const copies = await Promise.all([start(), start(), start()]);
    const keys = copies.map(({ deps }) => deps.keys.derive('seal').toString('hex'));
    expect(new Set(keys).size).toBe(1);
    const ran = await Promise.all(copies.map(({ jobs, deps }) => jobs.drain(deps, {})));
    expect(ran.flatMap(({ errors }) => errors)).toEqual([]);
    await Promise.all(copies.map((copy) => copy.close()));
  });

  test('receive messages again after their listening connections are cut', async () => {
    const server = await startTestApp();
    onTestFinished(() => server.close());
    const received: string[] = [];
    await server.deps.bus.subscribe('account:p1', (payload) => void received.push(payload));
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query = 'listen tidemark' and datname = current_database()
    `.execute(server.deps.db);
    // Nothing signals when the new connection listens, so publish until the message arrives.
    await eventually('a message on the new connection', async () => {
      await server.deps.bus.publish(server.deps.db, 'account:p1', 'again');
      expect(received[0]).toBe('again');
    });
  });
});
