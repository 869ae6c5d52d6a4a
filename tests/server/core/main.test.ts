import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { writeSiteHash } from '#content/catalog-hash.ts';
import { stopTimeoutMs } from '#server/stop-in-time.ts';
import { freePort } from '../../support/ports.ts';

type Started = { child: ChildProcess; output: () => string; ready: Promise<void>; ended: Promise<number | null> };

const children: ChildProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-main-'));
  folders.push(folder);
  return folder;
}

/** Starts the real program, as `npm start` does. */
function start(env: Record<string, string>, command = ['src/server/main.ts'], cwd = process.cwd()): Started {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, command, { env: { PATH, NODE_COMPILE_CACHE, ...env }, stdio: 'pipe', cwd });
  children.push(child);
  let text = '';
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (/^ {2}Site /m.test(text)) resolve();
    });
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { child, output: () => text, ready: Promise.race([ready, ended.then(() => undefined)]), ended };
}

describe('the program', () => {
  test('starts on an empty folder, locks it, survives a kill and stops on request', async () => {
    const port = await freePort();
    const env = { PORT: String(port), DATA_DIR: makeFolder(), LOG_LEVEL: 'warn' };
    const origin = `http://localhost:${port}`;

    const first = start(env);
    await first.ready;
    expect(first.output()).toContain(`${origin}/dev/mailbox`);
    expect(first.output()).toContain('trader@example.com');
    expect((await fetch(`${origin}/api/ready`)).status).toBe(200);
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ email: 'trader@example.com', password: 'Tidemark-demo-1' });
    const login = await fetch(`${origin}/api/submit_login`, { method: 'POST', headers, body });
    const { token } = (await login.json()) as { token: string };

    // A client that opens a connection and never finishes its request is disconnected.
    const halfOpen = createConnection(port, 'localhost');
    halfOpen.write('GET / HTTP/1.1\r\nHost: ');
    const closed = once(halfOpen.resume(), 'close');

    const second = start({ ...env, PORT: String(await freePort()) });
    expect(await second.ended).toBe(1);
    expect(second.output().trim()).toBe(
      `DATA_DIR ${env.DATA_DIR} is in use by process ${first.child.pid}: stop that process or choose another folder.`,
    );

    await closed;
    first.child.kill('SIGKILL');
    await first.ended;
    const third = start(env);
    await third.ready;
    const checkedAuth = await fetch(`${origin}/api/check_auth`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(await checkedAuth.json()).toMatchObject({ response_status: 200, user: { email: 'trader@example.com' } });

    third.child.kill('SIGTERM');
    expect(await third.ended).toBe(0);
    expect(third.output()).not.toMatch(/Error/);
  });

  test.each([
    ['PORT', { PORT: 'none' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_test_0123456789' }],
    ['DATABASE_URL', { NODE_ENV: 'production' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://emptyBuyer:wrong@127.0.0.1:1/none' }],
  ])('does not start with a wrong %s and reports it in one line', async (name, env) => {
    const started = start({ DATA_DIR: makeFolder(), ...env });
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain(name);
    expect(started.output().trim()).not.toContain('\n');
  });

  test.each<[string, (folder: string) => Record<string, string>, RegExp]>([
    [
      'a DATA_DIR that is a file',
      (folder) => {
        writeFileSync(join(folder, 'file'), '');
        return { DATA_DIR: join(folder, 'file') };
      },
      /^DATA_DIR \S+\/file must be a folder/,
    ],
    [
      'a DATA_DIR that can’t be created',
      () => ({ DATA_DIR: '/dev/null/nowhere' }),
      /^DATA_DIR \/dev\/null\/nowhere must be/,
    ],
    [
      'a database that is corrupt',
      (folder) => {
        mkdirSync(join(folder, 'database', 'global'), { recursive: true });
        writeFileSync(join(folder, 'database', 'PG_VERSION'), '18\n');
        writeFileSync(join(folder, 'database', 'global', 'pg_control'), 'x'.repeat(8_192));
        return { DATA_DIR: folder };
      },
      /^DATA_DIR \S+: its database can’t be opened/,
    ],
  ])('does not start with %s and reports it in one line', async (_, prepare, line) => {
    const started = start(prepare(makeFolder()));
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(line);
    expect(started.output().trim()).not.toContain('\n');
  });

  test('stops on request while hostile requests keep coming', async () => {
    const port = await freePort();
    const server = start({ PORT: String(port), DATA_DIR: makeFolder(), LOG_LEVEL: 'silent' });
    await server.ready;
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name: 'a-'.repeat(100_000), email: 'a@'.repeat(10_000), order: ' '.repeat(10_000) });
    const keepSending = async () => {
      while (server.child.exitCode === null) {
        await fetch(`http://localhost:${port}/api/contract/withdraw`, { method: 'POST', headers, body })
          .then((response) => response.arrayBuffer())
          .catch(() => undefined);
      }
    };
    const senders = Array.from({ length: 50 }, keepSending);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    await Promise.all(senders);
  });

  test('that can’t stop says in one line what it waits for and ends, before it is killed without a word', async () => {
    // Connections that never close, and the deadline at once: jobs may not have ended yet.
    const hang = `
      import { Server } from 'node:http';
      Server.prototype.close = Server.prototype.closeAllConnections = () => undefined;
      const { setTimeout: start } = globalThis;
      globalThis.setTimeout = (act, ms, ...values) => start(act, ms === ${stopTimeoutMs} ? 50 : ms, ...values);`;
    const command = ['--import', `data:text/javascript,${encodeURIComponent(hang)}`, 'src/server/main.ts'];
    const server = start({ PORT: String(await freePort()), DATA_DIR: makeFolder(), LOG_LEVEL: 'silent' }, command);
    await server.ready;
    const before = server.output().length;
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(1);
    expect(server.output().slice(before).trim()).toMatch(
      /^The server didn’t stop within 20 seconds: it still waits for (?=.*\bopen requests\b).+\.$/,
    );
    const [, graceSeconds] = /stop_grace_period: (\d+)s/.exec(readFileSync('deploy/compose.yaml', 'utf8')) ?? [];
    expect(Number(graceSeconds) * 1_000).toBeGreaterThan(stopTimeoutMs);
  });

  test('does not start in production without a built site', async () => {
    const folder = makeFolder();
    const env = {
      NODE_ENV: 'production',
      ALLOW_EMBEDDED_DATABASE: '1',
      ORIGIN: 'https://tidemark.example',
      DATA_DIR: folder,
    };
    const started = start(env, [join(process.cwd(), 'src/server/main.ts')], folder);
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(/^\S+\/dist holds no built site: run npm run build.*\n$/);
  });

  test('does not start in production with the sample company or pages of other content, and gets past these checks with its own', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist/index.html'), '');
    cpSync('content', join(folder, 'content'), { recursive: true });
    const env = {
      NODE_ENV: 'production',
      ORIGIN: 'https://tidemark.example',
      DATABASE_URL: 'postgres://u:a-rather-long-password@127.0.0.1:1/none',
      DATA_DIR: folder,
    };
    const command = [join(process.cwd(), 'src/server/main.ts')];
    const sample = start(env, command, folder);
    expect(await sample.ended).toBe(1);
    expect(sample.output()).toMatch(/^content\/site\.yaml: company\.sample is true: enter your company’s details.*\n$/);

    const site = join(folder, 'content/site.yaml');
    writeFileSync(site, readFileSync(site, 'utf8').replace('\n  sample: true', '\n  sample: false'));
    writeFileSync(site, readFileSync(site, 'utf8').replace('\n  country: US', '\n  country: PT'));
    const portuguese = start(env, command, folder);
    expect(await portuguese.ended).toBe(1);
    expect(portuguese.output()).toBe(
      'content/site.yaml: a seller in Portugal owes the share capital on the site and in letters (Código das Sociedades Comerciais art. 171): set company.capital.\n',
    );
    writeFileSync(site, readFileSync(site, 'utf8').replace('\n  country: PT', '\n  country: US'));
    const otherContent = start(env, command, folder);
    expect(await otherContent.ended).toBe(1);
    expect(otherContent.output()).toMatch(/^\S+\/dist was built from another content\/ than this server reads: .*\n$/);

    writeSiteHash(join(folder, 'dist'), readCatalog(join(folder, 'content')));
    const slow = start(env, command, folder);
    expect(await slow.ended).toBe(1);
    expect(slow.output()).toMatch(/^content\/catalog\/payouts\.yaml: byRule promises payouts within minutes.*\n$/);

    const rail = { PAYOUT_RAIL_URL: 'https://rail.example', PAYOUT_RAIL_SECRET: 'a-rather-long-secret' };
    const real = start({ ...env, ...rail }, command, folder);
    expect(await real.ended).toBe(1);
    expect(real.output()).toMatch(/^DATABASE_URL: could not reach the database/);
  });

  test.each(['serve', 'start', 'run'])(
    'refuses to run %s on a Node that is too old and reports it in one line',
    async (name) => {
      const old = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.19.0'}})`;
      const started = start({}, ['--import', old, `src/tools/${name}.mjs`]);
      expect(await started.ended).toBe(1);
      expect(started.output()).toMatch(/^Node \S+ or later is needed, but this is 18\.19\.0\.\n$/);
    },
  );
});
