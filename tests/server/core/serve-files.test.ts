import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { App } from '#server/core/http/context.ts';
import { serveFiles } from '#server/core/http/serve-files.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const policy = `<meta http-equiv="content-security-policy" content="default-src &#39;self&#39;">`;
const built: Readonly<Record<string, string>> = {
  'index.html': `${policy}home`,
  'faq.html': `${policy}faq`,
  'faq.html.br': 'faq as br',
  'faq.html.gz': 'faq as gzip',
  'check-out/_.html': `${policy}checkout`,
  'my-account.html': `${policy}account`,
  '_astro/app.abc123.js': 'script',
  'favicon.svg': '<svg/>',
};
/** The status of what the app is left to answer. */
const leftToApp = 299;

let server: TestApp;
let app: App;
let folder: string;
let http: Server;
let origin: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-files-'));
  for (const [path, text] of Object.entries(built)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  server = await startTestApp({ environment: { TRUST_PROXY: '1' } });
  app = createApp(server.deps, { siteFolder: folder });
  const answer = serveFiles(folder, { trustProxy: true });
  http = createServer((request, response) => {
    if (!answer(request, response)) response.writeHead(leftToApp).end();
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});

afterAll(async () => {
  http.closeAllConnections();
  http.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

/** All but what differs between two responses, and what Node adds to a socket's. */
function describeResponse(response: Response, text: string) {
  const own = ['x-request-id', 'date', 'connection', 'keep-alive', 'transfer-encoding'];
  const headers = [...response.headers].filter(([name]) => !own.includes(name));
  expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{22}$/);
  return { status: response.status, headers: Object.fromEntries(headers), text };
}

/** Asks for the files as they are, because `fetch` would decompress them. */
const plain = { 'Accept-Encoding': 'identity' };

describe('pages and assets get the same answer without the app:', () => {
  test.each<[string, string, RequestInit]>([
    ['a page', '/faq', { headers: plain }],
    ['the home page', '/', { headers: plain }],
    ['a page with a slash at its end', '/faq/', { headers: plain }],
    ['a page with a query', '/faq?utm_source=x', { headers: plain }],
    ['a shell', '/my-account', { headers: plain }],
    ['an image', '/favicon.svg', { headers: plain }],
    ['an asset', '/_astro/app.abc123.js', { headers: plain }],
    ['a page that the browser has', '/faq', { headers: { ...plain, 'If-None-Match': '*' } }],
    ['only the headers', '/faq', { method: 'HEAD', headers: plain }],
    ['a page over TLS', '/faq', { headers: { ...plain, 'X-Forwarded-Proto': 'https' } }],
  ])('%s', async (_, path, init) => {
    const [own, usual] = [await fetch(origin + path, init), await app.request(path, init)];
    expect(own.status).not.toBe(leftToApp);
    expect(describeResponse(own, await own.text())).toEqual(describeResponse(usual, await usual.text()));
  });

  test.each([
    ['gzip, br', 'br', '9'],
    ['gzip, br;q=0', 'gzip', '11'],
  ])('compressed for %s', async (accepted, encoding, length) => {
    const init = { method: 'HEAD', headers: { 'Accept-Encoding': accepted } };
    const [own, usual] = [await fetch(`${origin}/faq`, init), await app.request('/faq', init)];
    expect([own.headers.get('content-encoding'), own.headers.get('content-length')]).toEqual([encoding, length]);
    expect(describeResponse(own, '')).toEqual(describeResponse(usual, ''));
  });
});

test.each([
  ['a call', '/api/packages/fetch', {}],
  ['a shell with parameters', '/check-out/classic-50k', {}],
  ['a shell by its file', '/check-out/_', {}],
  ['a page by its file', '/faq.html', {}],
  ['an unknown address', '/nope', {}],
  ['a missing asset', '/_astro/gone.js', {}],
  ['an encoded address', '/fa%71', {}],
  ['another method', '/faq', { method: 'POST' }],
])('%s is left to the app', async (_, path, init) => {
  expect((await fetch(origin + path, init)).status).toBe(leftToApp);
});

test('another build replaces what is in memory', async () => {
  const read = async () => (await fetch(`${origin}/favicon.svg`)).text();
  expect(await read()).toBe('<svg/>');
  writeFileSync(join(folder, 'favicon.svg'), '<svg>new</svg>');
  writeFileSync(join(folder, '.built-from'), 'another');
  await eventually('the new build', async () => expect(await read()).toBe('<svg>new</svg>'));
  rmSync(join(folder, 'favicon.svg'));
  utimesSync(join(folder, '.built-from'), new Date(0), new Date(0));
  await eventually('the end of the file', async () =>
    expect((await fetch(`${origin}/favicon.svg`)).status).toBe(leftToApp),
  );
});
