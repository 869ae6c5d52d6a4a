import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer as createPooler, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { lockAccount } from '#server/accounts/lock.ts';
import { connectPostgres } from '#server/core/database/connect.ts';
import { parseEnv } from '#server/core/env.ts';
import { createServer } from '#server/create-server.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/ports.ts';
import { startServer } from '../../support/server.ts';
import { startTestApp } from '../support/app.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

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

  test('survive a pooler that reports the end of a database twice', async () => {
    const name = `pooled_${randomUUID().replaceAll('-', '')}`;
    await ask(adminUrl, `create database ${name}`);
    onTestFinished(() => ask(adminUrl, `drop database ${name} with (force)`));
    const ownPort = Number(new URL(adminUrl).port);
    const clients = new Set<Socket>();
    const pooler = createPooler((client) => {
      const upstream = connect(ownPort, '127.0.0.1');
      clients.add(client);
      for (const socket of [client, upstream]) socket.on('error', () => undefined);
      client.on('close', () => upstream.destroy() && clients.delete(client));
      upstream.on('close', () => client.destroy());
      client.pipe(upstream).pipe(client);
    });
    const port = await freePort();
    await new Promise<void>((done) => pooler.listen(port, '127.0.0.1', done));
    onTestFinished(() => void pooler.close());
    const through = `postgres://postgres:postgres@127.0.0.1:${port}/${name}`;
    const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-pooled-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const server = await startServer({ dataDir, env: { DATABASE_URL: through, DEMO: '0', LOG_LEVEL: 'silent' } });
    onTestFinished(() => server.kill());

    const fatal = (code: string, text: string) => {
      const fields = Buffer.from(`SFATAL\0C${code}\0M${text}\0\0`);
      const head = Buffer.from([69, 0, 0, 0, 0]);
      head.writeInt32BE(fields.length + 4, 1);
      return Buffer.concat([head, fields]);
    };
    const both = [fatal('57P01', 'terminating connection'), fatal('08P01', 'server conn crashed?')];
    for (const client of clients) client.end(Buffer.concat(both));
    await eventually('the database again', async () => {
      expect((await fetch(`${server.origin}/api/ready`)).status).toBe(200);
      expect(clients.size).toBeGreaterThan(1);
    });
  });

  test('store rows of an account that another has locked, so that neither waits for the other', async () => {
    const server = await startTestApp();
    onTestFinished(() => server.close());
    const { personId } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    const other = await server.another();
    await server.deps.db.transaction().execute(async (trx) => {
      await lockAccount(trx, accountId);
      await other.deps.db
        .insertInto('contract_limit_crossing')
        .values({ account_id: accountId, at: other.deps.clock(), contracts: 6, max_contracts: 5 })
        .execute();
    });
    expect(await server.deps.db.selectFrom('contract_limit_crossing').select('contracts').execute()).toHaveLength(1);
  });

  test('receive messages again after their listening connections are cut', async () => {
    const server = await startTestApp();
    onTestFinished(() => server.close());
    const received: string[] = [];
    await server.deps.bus.subscribe('account:p1', (payload) => void received.push(payload));
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query = 'listen "tidemark"' and datname = current_database()
    `.execute(server.deps.db);
    // Nothing signals when the new connection listens, so publish until the message arrives.
    await eventually('a message on the new connection', async () => {
      await server.deps.bus.publish(server.deps.db, 'account:p1', 'again');
      expect(received[0]).toBe('again');
    });
  });
});
