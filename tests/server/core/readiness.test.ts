import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createConnection, createServer as createProxy, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { createApp } from '#server/app.ts';
import { connectPostgres } from '#server/core/database/connect.ts';
import { isDatabaseUnavailable, type PostgresTimeouts, serverTimeouts } from '#server/core/database/timeouts.ts';
import { parseEnv } from '#server/core/env.ts';
import { createServer } from '#server/create-server.ts';
import { submitLogin } from '#shared/people/contract.ts';
import { eventually } from '../../support/eventually.ts';
import { databaseUser } from '../../support/postgres-cluster.ts';
import { startTestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { startOperator } from '../support/operator.ts';

const databases = inject('databases');
const readyPath = '/api/ready';

/** A proxy to the database that can freeze: it then accepts and keeps connections, and passes nothing on. */
async function startProxy(port: number) {
  let frozen = false;
  const sockets = new Set<Socket>();
  const server = createProxy((clientSocket) => {
    const databaseSocket = createConnection(port, '127.0.0.1');
    for (const [from, to] of [
      [clientSocket, databaseSocket],
      [databaseSocket, clientSocket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.pipe(to);
      if (frozen) from.pause();
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('No port');
  return {
    port: address.port,
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    cut() {
      frozen = false;
      for (const socket of sockets) socket.destroy();
    },
    close: () => server.close(),
  };
}

async function startOn(url: string, timeouts: PostgresTimeouts = serverTimeouts) {
  const connection = await connectPostgres(url, { timeouts });
  const env = parseEnv({ DATABASE_URL: url, LOG_LEVEL: 'silent' });
  const log = pino({ level: 'silent' });
  return createServer({ env, catalog: readCatalog(), connection, log, recurring: false });
}

/** Mounts a small disk with room for one database. Returns undefined unless run as root on Linux: only root can mount. */
function mountSmallDisk(): { folder: string; unmount: () => void } | undefined {
  if (process.platform !== 'linux') return;
  const disk = mkdtempSync('/tmp/tidemark-disk-');
  chmodSync(disk, 0o755);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    rmSync(disk, { recursive: true });
    return;
  }
  return {
    folder: disk,
    unmount() {
      execFileSync('umount', [disk]);
      rmSync(disk, { recursive: true });
    },
  };
}

describe.runIf(databases.kind === 'postgres')('with a PostgreSQL that has stopped answering', () => {
  test('the server soon reports that it isn’t ready, calls get a 503, and everything recovers afterward', async () => {
    const testServer = await startTestApp();
    onTestFinished(() => testServer.close());
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(testServer.deps.db);
    const url = new URL(databases.kind === 'postgres' ? databases.adminUrl : '');
    const proxy = await startProxy(Number(url.port));
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    url.pathname = rows[0]?.name ?? '';
    // Shorter than in production, to keep the test short.
    const timeouts = { ...serverTimeouts, query_timeout: 2_500, connectionTimeoutMillis: 2_500 };
    const server = await startOn(url.href, timeouts);
    onTestFinished(async () => {
      proxy.cut();
      await server.close();
      proxy.close();
    });
    const app = createApp(server.deps);
    const ask = client({ app });
    const body = { email: 'nobody@example.org', password: 'not-the-password' };
    expect((await app.request(readyPath)).status).toBe(200);
    expect((await ask(submitLogin, { body })).response_status).toBe(422);

    proxy.freeze();
    const answered: string[] = [];
    const machine = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
    const [ready, call] = await Promise.all([
      Promise.resolve(app.request(readyPath, {}, machine)).finally(() => answered.push('ready')),
      ask(submitLogin, { body }).finally(() => answered.push('call')),
    ]);
    // Readiness has its own limit, shorter than that of the database's client.
    expect(answered).toEqual(['ready', 'call']);
    expect([ready.status, await ready.json()]).toMatchObject([503, { reason: 'no answer within 1500 ms' }]);
    expect(call).toMatchObject({ response_status: 503, error_code: 'unavailable' });
    expect(call.headers.get('Retry-After')).toBe('5');
    const operator = startOperator(server.deps, 'DatabaseDown');
    await operator.expectTold();

    proxy.cut();
    await eventually('a server that is ready again', async () =>
      expect((await app.request(readyPath)).status).toBe(200),
    );
    expect((await ask(submitLogin, { body })).response_status).toBe(422);
    await operator.expectOver();
  });

  test('a server whose connections are all in use is ready, however many ask', async () => {
    const testServer = await startTestApp();
    onTestFinished(() => testServer.close());
    const { deps, app } = testServer;
    const held = Promise.withResolvers<void>();
    let inUse = 0;
    const hold = () =>
      deps.db.connection().execute(() => {
        inUse += 1;
        return held.promise;
      });
    const holders = Array.from({ length: 10 }, hold);
    await eventually('connections in use', () => expect(inUse).toBe(10));
    const answers = await Promise.all(Array.from({ length: 100 }, () => app.request(readyPath)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    held.resolve();
    await Promise.all(holders);
  });

  test('a connection that the database ends while it is in use fails only its own work, as unavailable', async () => {
    const server = await startTestApp();
    onTestFinished(() => server.close());
    const { db } = server.deps;
    const running = db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      const pid = rows[0]?.pid ?? 0;
      await sql`select pg_terminate_backend(${pid})`.execute(db);
      const count = async () => (await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(db)).rows.length;
      await eventually('the end of the connection', async () => expect(await count()).toBe(0));
      await sql`select 1`.execute(trx);
    });
    // Whether the driver reports the end, a reset socket or an unusable client depends on what it reads first.
    await expect(running).rejects.toSatisfy(isDatabaseUnavailable);
    expect((await server.app.request(readyPath)).status).toBe(200);
  });

  test('a request gives up on a lock that another transaction holds', async () => {
    const server = await startTestApp();
    onTestFinished(() => server.close());
    const { db } = server.deps;
    await db.insertInto('installation_key').values({ id: 'held', value: '' }).execute();
    const other = await server.another();
    await db.transaction().execute(async (trx) => {
      await sql`select 1 from installation_key where id = 'held' for update`.execute(trx);
      const blocked = other.deps.db.deleteFrom('installation_key').where('id', '=', 'held').execute();
      await expect(blocked).rejects.toThrow('lock timeout');
    });
  });
});

describe('the server is not ready', () => {
  test.runIf(databases.kind === 'postgres')('while the disk of PostgreSQL is full', async ({ skip }) => {
    const disk = mountSmallDisk();
    if (databases.kind !== 'postgres' || !disk) return skip('mounting a disk requires root');
    const tables = join(disk.folder, 'tables');
    mkdirSync(tables);
    execFileSync('chown', [databaseUser, tables]);
    const admin = await connectPostgres(databases.adminUrl, { maxConnections: 1 });
    const name = `full_${Date.now()}`;
    await sql`create tablespace ${sql.id(name)} location ${sql.lit(tables)}`.execute(admin.db);
    await sql`create database ${sql.id(name)} template ${sql.id(databases.template)} tablespace ${sql.id(name)}`.execute(
      admin.db,
    );
    // Temporary tables on a disk with room must not hide that the tables have none.
    await sql`alter database ${sql.id(name)} set temp_tablespaces = pg_default`.execute(admin.db);
    const server = await startOn(databases.adminUrl.replace(/[^/]+$/, name));
    onTestFinished(async () => {
      await server.close();
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin.db);
      await sql`drop tablespace ${sql.id(name)}`.execute(admin.db);
      await admin.close();
      disk.unmount();
    });
    const app = createApp(server.deps);
    const ask = client({ app });
    const body = { email: 'nobody@example.org', password: 'not-the-password' };
    expect((await app.request(readyPath)).status).toBe(200);

    const filler = join(disk.folder, 'filler');
    expect(() => writeFileSync(filler, Buffer.alloc(64 * 1024 * 1024))).toThrow('ENOSPC');
    expect((await app.request(readyPath)).status).toBe(503);
    // The call would store the failed attempt.
    expect(await ask(submitLogin, { body })).toMatchObject({ response_status: 503, error_code: 'unavailable' });
    const operator = startOperator(server.deps, 'NotReady');
    await operator.expectTold();

    rmSync(filler);
    expect((await app.request(readyPath)).status).toBe(200);
    await operator.expectOver();
    expect((await ask(submitLogin, { body })).response_status).toBe(422);
  });

  test.runIf(databases.kind === 'embedded')('while the disk of the embedded database is full', async () => {
    const server = await startTestApp();
    onTestFinished(() => server.close());
    expect((await server.app.request(readyPath)).status).toBe(200);
    const probe = join(server.deps.env.dataDir, 'write-probe');
    rmSync(probe);
    // Every write to this file fails as on a full disk.
    symlinkSync('/dev/full', probe);
    expect((await server.app.request(readyPath)).status).toBe(503);
    rmSync(probe);
    expect((await server.app.request(readyPath)).status).toBe(200);
  });

  test('in production without a built site', async () => {
    const server = await startTestApp();
    const siteFolder = mkdtempSync(join(tmpdir(), 'tidemark-site-'));
    onTestFinished(async () => {
      await server.close();
      rmSync(siteFolder, { recursive: true });
    });
    const env = { ...server.deps.env, production: true };
    const app = createApp({ ...server.deps, env }, { siteFolder });
    expect((await app.request(readyPath)).status).toBe(503);
    writeFileSync(join(siteFolder, 'index.html'), '<!doctype html>');
    expect((await app.request(readyPath)).status).toBe(200);
  });
});
