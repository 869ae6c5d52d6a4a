import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { fetchDiscount, fetchPackages } from '#shared/catalog/contract.ts';
import { registry } from '#shared/firm/registry.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  server = await startTestApp();
  ask = client(server);
});

afterAll(() => server.close());

describe('the catalog', () => {
  test('the packages on sale arrive in the envelope', async () => {
    const answer = await ask(fetchPackages);
    expect(answer.response_status).toBe(200);
    expect(answer.data.packages.map(({ id }) => id)).toContain('classic-50k');
  });

  test('the promotion is in the reader’s language', async () => {
    const catalog = readCatalog();
    const { discounts } = catalog;
    const ask = client(await server.another({ catalog }));
    const french = await ask(fetchDiscount, { locale: 'fr-CA,fr;q=0.9,en;q=0.5' });
    expect(french.data.PackageDiscount).toMatchObject({ status: 1, title: discounts.packageDiscount?.title.fr });
    const unknown = await ask(fetchDiscount, { locale: 'de' });
    expect(unknown.data.PackageDiscount?.title).toBe(discounts.packageDiscount?.title.en);
  });

  test.each([
    ['switched off', { status: 0 as const }],
    ['over', { expiresAt: new Date(0) }],
  ])('a promotion that is %s is left out', async (_, change) => {
    const catalog = readCatalog();
    const { packageDiscount } = catalog.discounts;
    if (!packageDiscount) throw new Error('No discount to test with');
    const discounts = { packageDiscount: { ...packageDiscount, ...change } };
    const other = await server.another({ catalog: { ...catalog, discounts } });
    const answer = await client(other)(fetchDiscount);
    expect(answer).toMatchObject({ response_status: 200, data: { PackageDiscount: null } });
  });
});

/** Asks whether the server is ready, from the machine it runs on. */
function askOnMachine(app: TestApp['app'], headers: Record<string, string> = {}) {
  return app.request('/api/ready', { headers }, { incoming: { socket: { remoteAddress: '127.0.0.1' } } });
}

describe('edge cases', () => {
  test('an unknown call gets a 404 in the envelope', async () => {
    const response = await server.app.request('/api/nothing/here');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ response_status: 404, validation_errors: {}, data: null });
  });

  test('the server reports that it is running and ready', async () => {
    expect((await server.app.request('/api/health')).status).toBe(200);
    const ready = await server.app.request('/api/ready');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({ status: 'ready' });
  });

  test('a server whose calendar ends within six months, or that of releases within two weeks, stays ready and warns the operator', async () => {
    const lateServer = await server.another({ clock: () => new Date('2028-06-30T12:00:00Z') });
    const ready = await askOnMachine(lateServer.app);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: 'ready',
      warnings: [
        "The exchange's calendar ends on 2028-12-31: add the next year to content/catalog/calendar.yaml, build and restart.",
      ],
    });
    const weekBefore = await server.another({ clock: () => new Date('2026-12-24T12:00:00Z') });
    expect(await (await askOnMachine(weekBefore.app)).json()).toMatchObject({
      warnings: [
        'The calendar of releases ends on 2026-12-31: add the next dates to content/catalog/news.yaml, build and restart.',
      ],
    });
    const forwarded = await askOnMachine(lateServer.app, { 'X-Forwarded-For': '203.0.113.7' });
    expect(await forwarded.json()).toEqual({ status: 'ready' });
    expect(await (await lateServer.app.request('/api/ready')).json()).toEqual({ status: 'ready' });
  });

  test('an internal error shows the client a request id and nothing else', async () => {
    const broken = await server.another({
      limits: {
        isWithin: async () => true,
        forgive: async () => undefined,
        take: async () => {
          throw new Error('password of the database is hunter2');
        },
      },
    });
    const response = await broken.app.request('/api/sessionId/fetch');
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).not.toMatch(/hunter2|Error:/);
    expect(JSON.parse(text)).toMatchObject({
      response_status: 500,
      response_message: 'Internal Server Error. Please try again later.',
      request_id: response.headers.get('x-request-id'),
    });
  });
});

describe('the API reference', () => {
  test('lists every call without JavaScript', async () => {
    const page = await (await server.app.request('/api/docs')).text();
    for (const { method, path } of registry) expect(page).toContain(`${method} /api/${path}`);
  });

  test('loads its scripts and styles from this origin, compressed and revalidated, under a policy without exceptions', async () => {
    const answer = await server.app.request('/api/docs');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const page = await answer.text();
    const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
    expect(files.toSorted()).toEqual([
      '/api/docs/start.js',
      '/api/docs/swagger-ui-bundle.js',
      '/api/docs/swagger-ui.css',
      '/api/openapi.json',
      '/favicon.svg',
    ]);
    for (const path of files.filter((each) => each.startsWith('/api/docs/'))) {
      const file = await server.app.request(path, { headers: { 'Accept-Encoding': 'gzip, br' } });
      expect(file.status).toBe(200);
      expect(file.headers.get('content-encoding')).toBe('gzip');
      const plain = await server.app.request(path);
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(gunzipSync(await file.arrayBuffer()).toString()).toBe(await plain.text());
      const headers = { 'If-None-Match': file.headers.get('etag') ?? '' };
      expect((await server.app.request(path, { headers })).status).toBe(304);
    }
  });
});
