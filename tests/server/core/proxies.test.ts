import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/ports.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { isInstalled, makeCertificate, startNginx, startProxy, writeNginxConfig } from '../support/proxy.ts';

const secret = 'Zm9yLW9uZS1wZXJzb24tb25seQ';
const name = 'tidemark.example';
const paths = [
  `/forgot/password/email/verification/${secret}/`,
  `/fr/password/set/ada%40example.org/${secret}/`,
  // A language that the site doesn't have yet.
  `/zz/password/set/ada%40example.org/${secret}/`,
  `/zz/checkout/order/classic-50k/order-1/ada%40example.org/success/${secret}`,
  `/check-out/order/classic-50k/order-1/ada%40example.org/success/${secret}`,
  `/api/newsletter/confirm?token=${secret}`,
  '/api/health',
];

let server: TestApp;
let app: Server;
let appPort: number;

beforeAll(async () => {
  server = await startTestApp({ environment: { TRUST_PROXY: '1' } });
  appPort = await freePort();
  app = serve({ fetch: server.app.fetch, port: appPort, hostname: '127.0.0.1' }) as Server;
});

afterAll(async () => {
  app.closeAllConnections();
  app.close();
  await server.close();
});

type ProxyRequest = {
  readonly port: number;
  readonly tls?: boolean;
  readonly host?: string;
  readonly path?: string;
  readonly to?: string;
};
type ProxyResponse = { readonly status: number; readonly headers: NodeJS.Dict<string | string[]> };

/** Sends one request to a proxy on this machine; rejects if the proxy closes the connection without a response. */
function ask(
  { port, tls = false, host = name, path = '/api/health', to = '127.0.0.1' }: ProxyRequest,
  headers = {},
  body?: string,
): Promise<ProxyResponse> {
  const send = tls ? httpsRequest : httpRequest;
  const options = { host: to, port, path, servername: host, rejectUnauthorized: false, agent: false };
  return new Promise((done, fail) => {
    const call = send({ ...options, method: body ? 'POST' : 'GET', headers: { Host: host, ...headers } }, (answer) => {
      answer.resume();
      answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers }));
    });
    call.on('error', fail);
    call.end(body);
  });
}

/** Returns the address from which the app saw a failed sign-in whose client claims another address. */
async function findAddressOf(email: string, target: ProxyRequest): Promise<unknown> {
  const body = JSON.stringify({ email, password: 'not the password' });
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.9, 203.0.113.10' };
  await ask({ ...target, path: '/api/submit_login' }, headers, body);
  const row = await server.deps.db
    .selectFrom('audit')
    .select('details')
    .where('action', '=', 'sign-in-failed')
    .orderBy('at', 'desc')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return (row.details as { ip?: string }).ip;
}

function expectNothingSecret(log: string): void {
  expect(log).toContain('/forgot/password/email/verification');
  expect(log).toContain('/api/health');
  expect(log).not.toContain(secret);
  expect(log).not.toMatch(/ada(?:@|%40)/);
  expect(log).not.toContain('from-page');
}

test('the patterns of both proxies mask every secret, also where neither is installed', () => {
  const [, pattern = ''] = /request>uri regexp "(.*)" "\$1"/.exec(readFileSync('deploy/Caddyfile', 'utf8')) ?? [];
  const inCaddy = (path: string) => path.replace(new RegExp(pattern), '$1');
  const map = [...readFileSync('deploy/nginx.conf', 'utf8').matchAll(/"~(.*)" "\$1(.*)";/g)].map(
    ([, source = '', suffix = '']) => ({ source: new RegExp(source), suffix }),
  );
  expect(map).toHaveLength(3);
  // What is masked must also be what is logged.
  const nginx = readFileSync('deploy/nginx.conf', 'utf8');
  expect(nginx.match(/^log_format .*$/gm)).toEqual([
    `log_format tidemark '$remote_addr [$time_local] "$request_method $logged_uri" $status $body_bytes_sent $request_time "$http_user_agent"';`,
  ]);
  const logs = [...nginx.matchAll(/^\s*(access|error)_log \S+ (\w+);$/gm)].map(([, kind, how]) => `${kind} ${how}`);
  expect(logs).toEqual(['access tidemark', 'access tidemark', 'error crit']);
  const inNginx = (path: string) => {
    const { source, suffix = '' } = map.find((entry) => entry.source.test(path)) ?? {};
    return `${source?.exec(path)?.[1]}${suffix}`;
  };
  expectNothingSecret(paths.map(inCaddy).join('\n'));
  expectNothingSecret(paths.map(inNginx).join('\n'));
  expect(inCaddy('/zz/faq')).toBe('/zz/faq');
});

describe.skipIf(!isInstalled('nginx'))('nginx with deploy/nginx.conf', () => {
  const certificate = isInstalled('nginx') ? makeCertificate(name) : { folder: '', clean: () => undefined };
  let plain: number;
  let secure: number;
  let proxy: Awaited<ReturnType<typeof startProxy>>;

  beforeAll(async () => {
    [plain, secure] = [await freePort(), await freePort()];
    const { folder } = certificate;
    const file = writeNginxConfig(folder, name, { plain, secure, copies: [appPort, appPort] });
    proxy = await startNginx(file, secure);
  });

  afterAll(async () => {
    await proxy?.stop();
    certificate.clean();
  });

  test('accepts the configuration without a warning', () => {
    expect(proxy.output()).not.toMatch(/emerg|warn|alert/);
  });

  test('passes requests on with one address only, and redirects HTTP to HTTPS', async () => {
    expect((await ask({ port: secure, tls: true })).status).toBe(200);
    const redirected = await ask({ port: plain, path: '/faq' });
    expect([redirected.status, redirected.headers.location]).toEqual([301, `https://${name}/faq`]);
    expect(await findAddressOf('nginx@example.org', { port: secure, tls: true })).toBe('127.0.0.1');
  });

  test('responds over IPv6 too', async () => {
    expect((await ask({ port: secure, tls: true, to: '::1' })).status).toBe(200);
    expect((await ask({ port: plain, path: '/faq', to: '::1' })).status).toBe(301);
  });

  test.skipIf(!existsSync('/etc/nginx/conf.d'))(
    'starts in the conf.d of Debian, beside the site that comes with its package',
    () => {
      const { folder } = certificate;
      const write = (file: string, text: string) => {
        const usable = text
          .replaceAll('/var/log/nginx/', `${folder}/log/`)
          .replaceAll(/(listen (?:\[::\]:)?)(80|443)\b/g, (_, to, port) => `${to}${port === '80' ? plain : secure}`);
        writeFileSync(join(folder, file), usable);
        return join(folder, file);
      };
      const site = readFileSync('deploy/nginx.conf', 'utf8')
        .replaceAll(`/etc/ssl/${name}/`, `${folder}/`)
        .replaceAll(/server app-[ab]:/g, 'server 127.0.0.1:');
      // Of the package nginx-common 1.22.1.
      const packaged = 'server { listen 80 default_server; listen [::]:80 default_server; server_name _; }';
      const file = write(
        'main.conf',
        readFileSync('/etc/nginx/nginx.conf', 'utf8')
          .replace('/etc/nginx/conf.d/*.conf', write('site.conf', site))
          .replace('/etc/nginx/sites-enabled/*', write('packaged.conf', packaged))
          .replace(/^pid .*$/m, `pid ${folder}/debian.pid;`)
          .replace(/^user .*$/m, ''),
      );
      const { status, stderr } = spawnSync('nginx', ['-t', '-c', file], { encoding: 'utf8' });
      expect(stderr).not.toContain('[warn]');
      expect(status, stderr).toBe(0);
    },
  );

  test('does not respond under another name, with or without TLS', async () => {
    await expect(ask({ port: plain, host: 'other.example' })).rejects.toThrow();
    await expect(ask({ port: secure, tls: true, host: 'other.example' })).rejects.toThrow();
  });

  test('logs no secret, address or referrer', async () => {
    for (const path of paths) await ask({ port: secure, tls: true, path }, { Referer: `https://${name}/from-page` });
    for (const path of paths) await ask({ port: plain, path }, { Referer: `https://${name}/from-page` });
    const readLog = () => readFileSync(join(certificate.folder, 'log/access.log'), 'utf8');
    await eventually('the last request in the log', () => expect(readLog()).toContain('/api/health'));
    expectNothingSecret(readLog());
    expect(readFileSync(join(certificate.folder, 'log/error.log'), 'utf8')).toBe('');
  });
});

describe.skipIf(!isInstalled('caddy'))('Caddy with deploy/Caddyfile', () => {
  let port: number;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  const certificate = isInstalled('caddy') ? makeCertificate(name) : { folder: '', clean: () => undefined };

  beforeAll(async () => {
    port = await freePort();
    const file = join(certificate.folder, 'Caddyfile');
    // The admin endpoint is off, so that it can't conflict with a developer's own Caddy.
    writeFileSync(file, `{\n\tadmin off\n}\n${readFileSync('deploy/Caddyfile', 'utf8')}`);
    const env = { DOMAIN: `http://${name}:${port}`, APPS: `127.0.0.1:${appPort}`, HOME: certificate.folder };
    proxy = await startProxy('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], port, env);
  });

  afterAll(async () => {
    await proxy?.stop();
    certificate.clean();
  });

  test('passes requests on with one address only, and logs no secret, address, token or referrer', async () => {
    const host = `${name}:${port}`;
    const headers = {
      Referer: `http://${name}/from-page`,
      Authorization: `Bearer ${secret}`,
      Cookie: `device=${secret}`,
    };
    await eventually('Caddy', async () => expect((await ask({ port, host })).status).toBe(200));
    for (const path of paths) await ask({ port, host, path }, headers);
    expect(await findAddressOf('caddy@example.org', { port, host })).toBe('127.0.0.1');
    await eventually('the last request in the log', () => expect(proxy.output()).toContain('/api/submit_login'));
    expectNothingSecret(proxy.output());
  });
});
