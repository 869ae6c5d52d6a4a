import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSignatureMemory } from '#bridge/core/signature-memory.ts';
import { createSignedServer } from '#bridge/core/signed-server.ts';
import { sign, signRequest } from '#shared/accounts/bridge-signature.ts';

const now = new Date();

/** A bridge that takes anything signed. @returns what posts to it, and gets the status */
async function start(folder = mkdtempSync(join(tmpdir(), 'tidemark-signed-'))) {
  const server = createSignedServer({
    ...{ secret: 'ours', open: {}, answer: () => [200, {}] as const },
    memory: openSignatureMemory(folder, 'ours'),
    receive: (headers, body) => (headers['x-api-key'] === 'theirs' && body === '{"category":2}' ? 200 : 401),
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { port } = server.address() as AddressInfo;
  const post = async (path: string, headers: Record<string, string>, body: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })).status;
  return { folder, post };
}

const body = '{"amountCents":-50000}';
const bodyHeaders = {
  'X-Tidemark-Timestamp': sign('ours', body, now).timestamp,
  'X-Tidemark-Signature': sign('ours', body, now).signature,
};
const transfer = { method: 'POST', path: '/accounts/a1/transfer', idempotencyKey: 'payout-1', body };
const requestHeaders = {
  ...bodyHeaders,
  'Idempotency-Key': 'payout-1',
  'X-Tidemark-Request-Signature': signRequest('ours', transfer, now),
};

test('a platform’s own message reaches the adapter, and opens no other path without our signature', async () => {
  const { post } = await start();
  const ask = (path: string, key: string) => post(path, { 'x-api-key': key }, '{"category":2}');
  expect([await ask('/webhook', 'theirs'), await ask('/webhook', 'guessed'), await ask('/accounts', 'theirs')]).toEqual(
    [200, 401, 401],
  );
});

test('a signed request counts neither at another path nor with another key', async () => {
  const { post } = await start();
  expect([
    await post('/accounts/a1/transfer', requestHeaders, body),
    await post('/accounts/a2/transfer', requestHeaders, body),
    await post('/accounts/a1/transfer', { ...requestHeaders, 'Idempotency-Key': 'payout-2' }, body),
    await post('/accounts/a1/transfer', requestHeaders, '{"amountCents":-60000}'),
  ]).toEqual([200, 401, 401, 401]);
});

test('a signature of the right length with other letters is refused', async () => {
  const { post } = await start();
  const odd = `v2=${'é'.repeat(64)}`;
  expect(await post('/accounts/a1/transfer', { ...requestHeaders, 'X-Tidemark-Request-Signature': odd }, body)).toBe(
    401,
  );
  const oddBody = { ...bodyHeaders, 'X-Tidemark-Signature': `v1=${'é'.repeat(64)}` };
  expect(await post('/accounts/a1/transfer', oddBody, body)).toBe(401);
});

test('a site that signs only bodies is answered until it signs a whole request, also after a restart', async () => {
  const { folder, post } = await start();
  expect(await post('/accounts/a1/transfer', bodyHeaders, body)).toBe(200);
  expect(await post('/accounts/a1/transfer', requestHeaders, body)).toBe(200);
  expect(await post('/accounts/a2/transfer', bodyHeaders, body)).toBe(401);
  const again = await start(folder);
  expect(await again.post('/accounts/a2/transfer', bodyHeaders, body)).toBe(401);
  expect(await again.post('/accounts/a1/transfer', requestHeaders, body)).toBe(200);
});
