import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caddyRules, nginxHeaders, nginxRules } from '#build/proxy-rules.ts';
import { headerLines, redirectLines } from '#build/redirects.ts';
import { createApp } from '#server/app.ts';
import { serveFiles } from '#server/core/http/serve-files.ts';
import { freePort } from '../../support/ports.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { isInstalled, makeCertificate, startNginx, startProxy, writeNginxFile } from '../support/proxy.ts';

const host = 'tidemark.example';
const built: Readonly<Record<string, string>> = {
  'index.html': 'home',
  'fr.html': 'accueil',
  'pt.html': 'início',
  'faq.html': 'faq',
  'faq.html.gz': 'faq as gzip',
  'faq/category.html': 'search',
  'blog/details/rollover/111.html': 'article',
  'faq/detail/1/22.html': 'answer',
  'fr/faq/detail/1/22.html': 'réponse',
  'thor/faq/detail/2/22.html': 'answer about Thor',
  'check-out/_.html': 'checkout',
  'fr/check-out/_.html': 'paiement',
  'check-out/thor/_.html': 'checkout of Thor',
  'check-out/order/_/_/_/_/_.html': 'result',
  'password/set/_/_.html': 'password',
  'my-account.html': 'account',
  'rules/v1.json': '{}',
  '_astro/app.abc123.js': 'script',
  '_astro/app.abc123.js.gz': 'script as gzip',
  'favicon.svg': '<svg/>',
  'site.webmanifest': '{"name":"x"}',
  '.built-from': 'stamp',
};
const paths = Object.keys(built).map((file) => `/${file.replace(/\.html$/, '')}`);

const immutable = 'public, max-age=31536000, immutable';
const revalidated = 'public, max-age=0, must-revalidate';
const oneHour = 'public, max-age=3600';
const html = 'text/html; charset=utf-8';
const strict = 'strict-origin-when-cross-origin';

type Expected = {
  readonly status: number;
  readonly text?: string;
  readonly type?: string;
  readonly location?: string;
  readonly cache?: string;
  readonly referrer?: string;
};
const page = (text: string, referrer = strict) => ({ status: 200, text, type: html, cache: revalidated, referrer });
const file = (text: string, type: string, cache = oneHour) => ({ status: 200, text, type, cache, referrer: strict });
const moved = (location: string, referrer = strict) => ({ status: 301, location, cache: revalidated, referrer });
const elsewhere = (location: string) => ({ status: 302, location, cache: revalidated, referrer: strict });
const missing = { status: 404, cache: revalidated, referrer: strict };

/** What every server of the site answers. */
const requests: readonly (readonly [path: string, expected: Expected, init?: { method?: string; accept?: string }])[] =
  [
    ['/', page('home')],
    ['/?utm_source=x', page('home')],
    ['/fr', page('accueil')],
    ['/fr/', page('accueil')],
    ['/faq', page('faq')],
    ['/faq/', page('faq')],
    ['/faq', page('faq as gzip'), { accept: 'gzip' }],
    ['/faq', { ...page(''), type: html }, { method: 'HEAD' }],
    ['/faq', { status: 405 }, { method: 'POST' }],
    ['/faq/category', page('search')],
    ['/my-account', page('account')],
    ['/faq.html', moved('/faq')],
    ['/index.html', moved('/')],
    ['/gone.html', elsewhere('/')],
    ['/check-out/classic-50k', page('checkout', 'no-referrer')],
    ['/check-out/classic-50k/?coupon=A', page('checkout', 'no-referrer')],
    ['/fr/check-out/classic-50k', page('paiement', 'no-referrer')],
    ['/check-out/thor/monthly', page('checkout of Thor', 'no-referrer')],
    ['/check-out/order/p/o/a%40example.org/success/s', page('result', 'no-referrer')],
    ['/password/set/a%40example.org/a%2Fb/', page('password', 'no-referrer')],
    ['/blog/details/rollover/111', page('article')],
    ['/blog/details/an-old-name/111', moved('/blog/details/rollover/111')],
    ['/blog/details/an-old-name/111/?a=1', moved('/blog/details/rollover/111')],
    ['/faq/detail/9/22', moved('/faq/detail/1/22')],
    ['/fr/faq/detail/9/22', moved('/fr/faq/detail/1/22')],
    ['/thor/faq/detail/9/22', moved('/thor/faq/detail/2/22')],
    ['/faq/detail/1/999', elsewhere('/')],
    ['/nope', elsewhere('/')],
    ['/fr/nope?a=1', elsewhere('/fr')],
    ['/french', elsewhere('/')],
    ['/pt/faq/nope', elsewhere('/pt')],
    ['/_astro/app.abc123.js', file('script', 'text/javascript; charset=utf-8', immutable)],
    ['/_astro/app.abc123.js', file('script as gzip', 'text/javascript; charset=utf-8', immutable), { accept: 'gzip' }],
    ['/_astro/gone.js', missing],
    ['/_astro/app.abc123.js.gz', missing],
    ['/missing.png', missing],
    ['/favicon.svg', file('<svg/>', 'image/svg+xml')],
    ['/site.webmanifest', file('{"name":"x"}', 'application/manifest+json')],
    ['/rules/v1.json', file('{}', 'application/json; charset=utf-8')],
    ['/api/health', { status: 200, cache: 'no-store', referrer: 'no-referrer' }],
    ['/.well-known/security.txt', { status: 200 }],
  ];
const secrets = [
  '/.built-from',
  '/_redirects',
  '/_nginx-maps.conf',
  '/_Caddyfile',
  '/faq.html.gz',
  '/..%2foutside.txt',
];

type Answer = Expected & { readonly headers: NodeJS.Dict<string | string[]> };

/** One request exactly as written; `fetch` would normalize addresses and decompress. */
function send(port: number, path: string, { method = 'GET', accept = 'identity' } = {}): Promise<Answer> {
  return new Promise((done, fail) => {
    const headers = { Host: `${host}:${port}`, 'Accept-Encoding': accept, 'X-Forwarded-Proto': 'https' };
    const call = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => {
        const { headers: got, statusCode = 0 } = response;
        const one = (name: string) => {
          const value = got[name];
          return value === undefined ? {} : { [name]: String(value) };
        };
        const known = { type: one('content-type')['content-type'], location: one('location').location };
        const rules = {
          cache: one('cache-control')['cache-control'],
          referrer: one('referrer-policy')['referrer-policy'],
        };
        done({ status: statusCode, text, ...known, ...rules, headers: got } as Answer);
      });
    });
    call.on('error', fail);
    call.end();
  });
}

let folder: string;
let server: TestApp;
let app: Server;
let appPort: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-pages-'));
  const rules = {
    _redirects: redirectLines(paths),
    _headers: headerLines(),
    '_nginx-maps.conf': nginxRules(paths),
    '_nginx-headers.conf': nginxHeaders(),
    _Caddyfile: caddyRules(paths),
  };
  const files = {
    ...built,
    ...Object.fromEntries(Object.entries(rules).map(([name, lines]) => [name, lines.join('\n')])),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  server = await startTestApp({ environment: { TRUST_PROXY: '1' } });
  const answer = serveFiles(folder, { trustProxy: true });
  const answerRest = getRequestListener(createApp(server.deps, { siteFolder: folder }).fetch);
  app = createServer((incoming, response) => {
    if (!answer(incoming, response)) void answerRest(incoming, response);
  });
  appPort = await freePort();
  await new Promise<void>((listening) => app.listen(appPort, '127.0.0.1', listening));
});

afterAll(async () => {
  app.closeAllConnections();
  app.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

/** The whole table; `portOf` is read once the server runs. */
function answersEveryRequest(portOf: () => number): void {
  test.each(requests.map(([path, expected, init = {}]) => [init.method ?? 'GET', path, expected, init] as const))(
    '%s %s',
    async (_, path, expected, init) => {
      const { headers, ...answer } = await send(portOf(), path, init);
      expect(answer).toMatchObject(expected);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
      expect(headers['cross-origin-resource-policy']).toBe('same-site');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
      expect(headers['content-encoding']).toBe(expected.text?.endsWith('as gzip') ? 'gzip' : undefined);
    },
  );

  test.each(secrets)('%s is not served', async (path) => {
    const answer = await send(portOf(), path);
    expect([302, 400, 404]).toContain(answer.status);
    expect(answer.text).not.toMatch(/stamp|add_header|site_|Referrer/);
  });

  test('an unchanged file is not sent again', async () => {
    for (const path of ['/faq', '/_astro/app.abc123.js']) {
      const { headers } = await send(portOf(), path);
      const again = await fetch(`http://127.0.0.1:${portOf()}${path}`, {
        headers: { 'If-None-Match': String(headers.etag), 'Accept-Encoding': 'identity' },
      });
      expect([again.status, again.headers.get('cache-control')]).toEqual([304, headers['cache-control']]);
    }
  });
}

describe('our own server', () => answersEveryRequest(() => appPort));

describe.skipIf(!isInstalled('nginx'))(
  'nginx with the pages of a release (skipped where nginx isn’t installed)',
  () => {
    let port: number;
    let proxy: Awaited<ReturnType<typeof startProxy>>;
    const { folder: own, clean } = isInstalled('nginx')
      ? makeCertificate(host)
      : { folder: '', clean: () => undefined };

    beforeAll(async () => {
      port = await freePort();
      const pages = readFileSync('deploy/pages.nginx.conf', 'utf8').replaceAll('/srv/tidemark/current', folder);
      const http = `include ${folder}/_nginx-maps.conf;
server {
listen 127.0.0.1:${port};
location / { proxy_pass http://127.0.0.1:${appPort}; }
${pages}
}
`;
      proxy = await startNginx(writeNginxFile(own, http), port);
    });

    afterAll(async () => {
      await proxy?.stop();
      clean();
    });

    answersEveryRequest(() => port);
  },
);

describe.skipIf(!isInstalled('caddy'))(
  'Caddy with the pages of a release (skipped where Caddy isn’t installed)',
  () => {
    let port: number;
    let proxy: Awaited<ReturnType<typeof startProxy>>;
    const { folder: own, clean } = isInstalled('caddy')
      ? makeCertificate(host)
      : { folder: '', clean: () => undefined };

    beforeAll(async () => {
      port = await freePort();
      const pages = readFileSync('deploy/pages.Caddyfile', 'utf8');
      const site = `http://127.0.0.1:${port}, http://${host}:${port} {\n\timport site_pages\n\treverse_proxy 127.0.0.1:${appPort} {\n\t\theader_up X-Forwarded-Proto https\n\t}\n}`;
      const config = `{\n\tadmin off\n}\nimport ${folder}/_Caddyfile\n${pages}\n${site}\n`;
      writeFileSync(join(own, 'Caddyfile'), config);
      const env = { PAGES: folder, HOME: own };
      proxy = await startProxy(
        'caddy',
        ['run', '--config', join(own, 'Caddyfile'), '--adapter', 'caddyfile'],
        port,
        env,
      );
    });

    afterAll(async () => {
      await proxy?.stop();
      clean();
    });

    answersEveryRequest(() => port);
  },
);
