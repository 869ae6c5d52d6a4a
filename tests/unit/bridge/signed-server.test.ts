import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createSignedServer } from '#bridge/core/signed-server.ts';

test('a platform’s own message reaches the adapter, and opens no other path without our signature', async () => {
  const server = createSignedServer({
    ...{ secret: 'ours', open: {}, answer: () => [200, {}] as const },
    receive: (headers, body) => (headers['x-api-key'] === 'theirs' && body === '{"category":2}' ? 200 : 401),
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const { port } = server.address() as AddressInfo;
  const post = async (path: string, key: string) => {
    const options = { method: 'POST', headers: { 'x-api-key': key }, body: '{"category":2}' };
    return (await fetch(`http://127.0.0.1:${port}${path}`, options)).status;
  };
  const statuses = [
    await post('/webhook', 'theirs'),
    await post('/webhook', 'guessed'),
    await post('/accounts', 'theirs'),
  ];
  server.closeAllConnections();
  server.close();
  expect(statuses).toEqual([200, 401, 401]);
});
