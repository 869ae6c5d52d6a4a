import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/server/app.ts';
import type { App } from '../../src/server/http/context.ts';
import { startTestApp, type TestApp } from './support/app.ts';

const built: Readonly<Record<string, string>> = {
  'index.html': 'home',
  'fr.html': 'accueil',
  'faq.html': 'faq',
  'faq.html.br': 'faq as br',
  'faq.html.gz': 'faq as gzip',
  'faq/category.html': 'search',
  'fr/faq.html': 'faq en français',
  'check-out/_.html': 'checkout',
  'fr/check-out/_.html': 'paiement',
  'check-out/order/_/_/_/_/_.html': 'result',
  'password/set/_/_.html': 'password',
  'my-account.html': 'account',
  '_astro/app.abc123.js': 'script',
  'favicon.svg': '<svg/>',
  '.built-from': 'stamp',
  _redirects: 'rules',
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
  ])('%s is one file', async (path, text) => {
    expect(await get(path)).toMatchObject({ status: 200, text });
  });

  test.each([
    ['/nope', '/'],
    ['/faq/nope/at/all', '/'],
    ['/fr/nope', '/fr'],
    ['/evaluations/unheard-of', '/'],
    ['/%E0%A4%A', '/'],
  ])('the unknown path %s leads to %s', async (path, home) => {
    const answer = await get(path);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(home);
  });

  test.each([
    '/_astro/gone.js',
    '/missing.png',
    '/.built-from',
    '/_redirects',
    '/..%2ftidemark-outside.txt',
    '/faq.html.br',
  ])('nobody gets %s', async (path) => {
    const answer = await get(path);
    expect([302, 404]).toContain(answer.status);
    expect(answer.text).not.toMatch(/stamp|rules|outside/);
  });

  test('a page under its file’s name moves to its own address', async () => {
    const answer = await get('/faq.html');
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/faq']);
  });

  test('what was compressed at build time is sent so, and only to who takes it', async () => {
    const br = await get('/faq', { 'Accept-Encoding': 'gzip, br' });
    expect([br.text, br.headers.get('content-encoding')]).toEqual(['faq as br', 'br']);
    const gzip = await get('/faq', { 'Accept-Encoding': 'gzip, br;q=0' });
    expect(gzip.headers.get('content-encoding')).toBe('gzip');
    const plain = await get('/faq');
    expect([plain.text, plain.headers.get('content-encoding')]).toEqual(['faq', null]);
    expect(plain.headers.get('vary')).toContain('Accept-Encoding');
  });

  test('a page that the browser has is not sent again; a changed one is', async () => {
    const first = await get('/fr');
    const etag = first.headers.get('etag') ?? '';
    const again = await get('/fr', { 'If-None-Match': `"other", W/${etag}` });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await get('/fr', { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('hashed files are kept for ever, pages are asked for each time', async () => {
    expect((await get('/_astro/app.abc123.js')).headers.get('cache-control')).toContain('immutable');
    expect((await get('/faq')).headers.get('cache-control')).toContain('must-revalidate');
  });

  test('HEAD tells the same without a body; other methods are refused', async () => {
    const head = await app.request('/faq', { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', '3']);
    expect((await app.request('/faq', { method: 'POST' })).status).toBe(405);
  });
});

describe('headers', () => {
  test('stand on pages, on the API, on redirects and on errors', async () => {
    for (const path of ['/', '/api/health', '/nope', '/api/nope']) {
      const { headers } = await get(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('content-security-policy')).not.toContain('script-src');
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{22}$/);
      expect(headers.get('strict-transport-security')).toBeNull();
    }
  });

  test('ask for TLS only where a trusted proxy says that there is TLS', async () => {
    expect((await get('/', { 'X-Forwarded-Proto': 'https' })).headers.get('strict-transport-security')).toBeNull();
    const trusting = createApp(
      { ...server.deps, env: { ...server.deps.env, trustProxy: true } },
      { siteFolder: folder },
    );
    const response = await trusting.request('/', { headers: { 'X-Forwarded-Proto': 'https' } });
    expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=\d+/);
  });

  test('let our own pages of another origin call the API, and nobody else', async () => {
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
