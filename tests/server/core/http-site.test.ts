import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { ServiceError } from '#server/core/deps.ts';
import type { App } from '#server/core/http/context.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const built: Readonly<Record<string, string>> = {
  'index.html': 'home',
  'fr.html': 'accueil',
  'faq.html': 'faq',
  'faq.html.br': 'faq as br',
  'faq.html.gz': 'faq as gzip',
  'faq/category.html': 'search',
  'fr/faq.html': 'faq en français',
  'blog/details/rollover/111.html': 'article',
  'fr/blog/details/rollover/111.html': 'article en français',
  'faq/detail/1/22.html': 'answer',
  'thor/faq/detail/2/22.html': 'answer about Thor',
  'check-out/_.html': 'checkout',
  'fr/check-out/_.html': 'paiement',
  'check-out/order/_/_/_/_/_.html': 'result',
  'password/set/_/_.html': 'password',
  'my-account.html': 'account',
  '_astro/app.abc123.js': 'script',
  'favicon.svg': '<svg/>',
  '.built-from': 'stamp',
  _redirects: 'rules',
  _headers: 'rules',
};

let server: TestApp;
let app: App;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-site-'));
  for (const [path, text] of Object.entries(built)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(join(folder, '..', 'tidemark-outside.txt'), 'outside');
  server = await startTestApp();
  app = createApp(server.deps, { siteFolder: folder });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
  rmSync(join(folder, '..', 'tidemark-outside.txt'));
});

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await app.request(path, { headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

describe('the built site', () => {
  test.each([
    ['/', 'home'],
    ['/fr', 'accueil'],
    ['/faq', 'faq'],
    ['/faq/', 'faq'],
    ['/fr/faq', 'faq en français'],
    ['/faq/category/', 'search'],
    ['/check-out/classic-50k', 'checkout'],
    ['/fr/check-out/classic-50k', 'paiement'],
    ['/check-out/order/p/o/a%40example.org/success/s', 'result'],
    ['/password/set/a%40example.org/code/', 'password'],
    ['/my-account', 'account'],
    ['/favicon.svg', '<svg/>'],
  ])('%s is served from one built file', async (path, text) => {
    expect(await get(path)).toMatchObject({ status: 200, text });
  });

  test.each([
    ['/nope', '/'],
    ['/faq/nope/at/all', '/'],
    ['/fr/nope', '/fr'],
    ['/evaluations/unheard-of', '/'],
    ['/%E0%A4%A', '/'],
  ])('the unknown path %s redirects to %s', async (path, home) => {
    const answer = await get(path);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(home);
  });

  test.each([
    '/_astro/gone.js',
    '/missing.png',
    '/.built-from',
    '/_redirects',
    '/_headers',
    '/..%2ftidemark-outside.txt',
    '/faq.html.br',
  ])('%s is not served', async (path) => {
    const answer = await get(path);
    expect([302, 404]).toContain(answer.status);
    expect(answer.text).not.toMatch(/stamp|rules|outside/);
  });

  test('a page requested by its file name redirects to its address', async () => {
    const answer = await get('/faq.html');
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/faq']);
  });

  test.each([
    ['/blog/details/an-old-name/111', '/blog/details/rollover/111'],
    ['/fr/blog/details/an-old-name/111/', '/fr/blog/details/rollover/111'],
    ['/faq/detail/9/22', '/faq/detail/1/22'],
    ['/thor/faq/detail/9/22', '/thor/faq/detail/2/22'],
    ['/faq/detail/1/999', '/'],
  ])('%s leads to %s, because the number names the page', async (path, target) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('location')]).toEqual([target === '/' ? 302 : 301, target]);
  });

  test('precompressed files are sent only to clients that accept them', async () => {
    const br = await get('/faq', { 'Accept-Encoding': 'gzip, br' });
    expect([br.text, br.headers.get('content-encoding')]).toEqual(['faq as br', 'br']);
    const gzip = await get('/faq', { 'Accept-Encoding': 'gzip, br;q=0' });
    expect(gzip.headers.get('content-encoding')).toBe('gzip');
    const plain = await get('/faq');
    expect([plain.text, plain.headers.get('content-encoding')]).toEqual(['faq', null]);
    expect(plain.headers.get('vary')).toContain('Accept-Encoding');
  });

  test('an unchanged page is not sent again, and a changed page is', async () => {
    const first = await get('/fr');
    const etag = first.headers.get('etag') ?? '';
    const again = await get('/fr', { 'If-None-Match': `"other", W/${etag}` });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await get('/fr', { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('hashed files are cached forever, and pages are revalidated', async () => {
    expect((await get('/_astro/app.abc123.js')).headers.get('cache-control')).toContain('immutable');
    expect((await get('/faq')).headers.get('cache-control')).toContain('must-revalidate');
  });

  test('HEAD responds like GET without a body, and other methods are rejected', async () => {
    const head = await app.request('/faq', { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', '3']);
    expect((await app.request('/faq', { method: 'POST' })).status).toBe(405);
  });
});

describe('the response headers', () => {
  const answers: readonly (readonly [what: string, status: number, path: string, init?: RequestInit])[] = [
    ['a page', 200, '/faq'],
    ['a page the browser has', 304, '/faq', { headers: { 'If-None-Match': '*' } }],
    ['a shell', 200, '/my-account'],
    ['an image', 200, '/favicon.svg'],
    ['a script', 200, '/_astro/app.abc123.js'],
    ['a missing file', 404, '/_astro/gone.js'],
    ['a page under its file’s name', 301, '/faq.html'],
    ['an unknown path', 302, '/nope'],
    ['a method that pages don’t support', 405, '/faq', { method: 'POST' }],
    ['a call', 200, '/api/packages/fetch'],
    ['a call without a token', 401, '/api/check_auth', { method: 'POST' }],
    ['a call with a wrong token', 498, '/api/check_auth', { method: 'POST', headers: { Authorization: 'Bearer x' } }],
    ['a body that isn’t JSON', 400, '/api/submit_login', { method: 'POST', body: '{' }],
    ['a body that is too large', 400, '/api/submit_login', { method: 'POST', body: 'x'.repeat(300_000) }],
    ['an unknown call', 404, '/api/nope'],
    ['too many calls', 429, '/api/sessionId/fetch'],
    ['an internal error', 500, '/api/captcha/config'],
    ['a dead link from an email', 404, '/api/newsletter/confirm?email=a&code=b'],
    ['the API reference', 200, '/api/docs'],
  ];

  const each = answers.map(([what, status, path, init = {}]) => [what, status, path, init] as const);
  test.each(each)('%s (%i) has the security headers', async (_, status, path, init) => {
    const limits = {
      isWithin: async () => true,
      forgive: async () => undefined,
      take: async (name: string) => {
        if (path.endsWith('sessionId/fetch')) throw new ServiceError(429, 'too_many', { retryAfterSeconds: 5 });
        if (path.endsWith('captcha/config') && name === 'read') throw new Error('the database is gone');
        return undefined;
      },
    };
    const busy = createApp({ ...server.deps, limits }, { siteFolder: folder });
    const headers = { 'Content-Type': 'application/json', ...init.headers };
    const { status: answered, headers: responseHeaders } = await busy.request(path, { ...init, headers });
    expect(answered).toBe(status);
    expect(responseHeaders.get('x-content-type-options')).toBe('nosniff');
    expect(responseHeaders.get('x-frame-options')).toBe('DENY');
    expect(responseHeaders.get('x-robots-tag')).toBe(path.startsWith('/api/') ? 'noindex' : null);
    expect(responseHeaders.get('referrer-policy')).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/);
    expect(responseHeaders.get('permissions-policy')).toContain('camera=()');
    expect(responseHeaders.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(responseHeaders.get('cross-origin-resource-policy')).toBe('same-site');
    expect(responseHeaders.get('content-security-policy')).toContain("frame-ancestors 'none'");
    // Only the API reference allows scripts in its header.
    const scripts = path === '/api/docs' ? [" script-src 'self'"] : [];
    const directives = responseHeaders.get('content-security-policy')?.split(';') ?? [];
    expect(directives.filter((directive) => directive.includes('script-src'))).toEqual(scripts);
    expect(responseHeaders.get('x-request-id')).toMatch(/^[\w-]{22}$/);
    expect(responseHeaders.get('strict-transport-security')).toBeNull();
  });

  test('a path with personal data never appears in the next request’s referrer', async () => {
    for (const path of ['/password/set/a%40example.org/code/', '/check-out/order/p/o/a%40example.org/success/s']) {
      expect((await get(path)).headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  test('HSTS is sent only where a trusted proxy reports TLS', async () => {
    expect((await get('/', { 'X-Forwarded-Proto': 'https' })).headers.get('strict-transport-security')).toBeNull();
    const trusting = createApp(
      { ...server.deps, env: { ...server.deps.env, trustProxy: true } },
      { siteFolder: folder },
    );
    const response = await trusting.request('/', { headers: { 'X-Forwarded-Proto': 'https' } });
    expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=\d+/);
  });

  test('only our own origins can call the API', async () => {
    const origin = new URL(server.deps.catalog.site.url).origin;
    const preflight = await app.request('/api/submit_login', {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    const stranger = await get('/api/packages/fetch', { Origin: 'https://elsewhere.example' });
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('security.txt', () => {
  test('names a contact and doesn’t expire', async () => {
    const { status, text, headers } = await get('/.well-known/security.txt');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain; ?charset=utf-8/i);
    expect(text).toMatch(/^Contact: mailto:support@tidemark\.example$/m);
    // 180 days after March 11, 2026.
    expect(text).toMatch(/^Expires: 2026-09-07T00:00:00\.000Z$/m);
  });
});

describe('reports of policy violations', () => {
  test('are requested by pages, and reach the log without private data', async () => {
    const page = await get('/faq');
    expect(page.headers.get('reporting-endpoints')).toBe('csp="/api/browser-reports"');
    expect(page.headers.get('content-security-policy')).toContain('report-uri /api/browser-reports; report-to csp');

    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const logging = createApp({ ...server.deps, log }, { siteFolder: folder });
    const post = (body: unknown, type: string) =>
      logging.request('/api/browser-reports', {
        method: 'POST',
        headers: { 'Content-Type': type },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    const body = { effectiveDirective: 'script-src', blockedURL: 'https://evil.example/x.js?token=1', lineNumber: 3 };
    const sent = [
      await post(
        [
          { type: 'csp-violation', body },
          { type: 'deprecation', body: {} },
        ],
        'application/reports+json',
      ),
      await post(
        { 'csp-report': { 'violated-directive': 'img-src', 'blocked-uri': 'data:image/png' } },
        'application/csp-report',
      ),
      await post('{', 'application/csp-report'),
    ];
    expect(sent.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { directive: 'script-src', blocked: 'https://evil.example', line: 3 },
      { directive: 'img-src', blocked: 'data:' },
    ]);
    expect(lines.join()).not.toContain('token');
  });

  test('are limited per address', async () => {
    const limited = await startTestApp({ limits: 'on' });
    const post = () => limited.app.request('/api/browser-reports', { method: 'POST', body: '[]' });
    for (let time = 0; time < 60; time += 1) expect((await post()).status).toBe(204);
    expect((await post()).status).toBe(429);
    await limited.close();
  });
});
