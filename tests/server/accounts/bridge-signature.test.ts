import { expect, onTestFinished, test } from 'vitest';
import { sign, signatureHeaders, signRequest } from '#server/core/ports/platform/signature.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const secret = 'a secret that both sides know, of 40 bytes';
const environment = { PLATFORM_BRIDGE_URL: 'http://localhost:1', PLATFORM_BRIDGE_SECRET: secret };
const body = JSON.stringify({ platform: 'rithmic' });
const heartbeat = '/api/bridge/heartbeat';

async function start() {
  const server = await startTestApp({ environment });
  onTestFinished(() => server.close());
  return server;
}

/** How bridges of before sign, and those of today besides. */
function bodySigned(server: TestApp, by = secret) {
  const { timestamp, signature } = sign(by, body, server.clock.now());
  return { [signatureHeaders.timestamp]: timestamp, [signatureHeaders.signature]: signature };
}

/** As today's bridges sign a message for a path. */
function requestSigned(server: TestApp, path: string) {
  const signature = signRequest(secret, { method: 'POST', path, body }, server.clock.now());
  return { ...bodySigned(server), [signatureHeaders.requestSignature]: signature };
}

const post = async (server: TestApp, headers: Record<string, string>, path = heartbeat) =>
  (await server.app.request(path, { method: 'POST', headers, body })).status;

test('a message that was signed for one path is refused at another', async () => {
  const server = await start();
  expect(await post(server, requestSigned(server, heartbeat), '/api/bridge/balances')).toBe(401);
  expect(await post(server, requestSigned(server, '/api/bridge/balances'), heartbeat)).toBe(401);
  expect(await post(server, { ...requestSigned(server, heartbeat), 'Idempotency-Key': 'another' })).toBe(401);
  expect(await post(server, requestSigned(server, heartbeat))).toBe(200);
});

test('a bridge that signs only bodies is heard until one signs a whole request, then no copy of the site hears it', async () => {
  const server = await start();
  expect(await post(server, bodySigned(server))).toBe(200);
  expect(await post(server, requestSigned(server, heartbeat))).toBe(200);
  expect(await post(server, bodySigned(server))).toBe(401);
  const other = await server.another();
  expect(await post(other, bodySigned(server))).toBe(401);
  expect(await post(other, requestSigned(server, heartbeat))).toBe(200);
});

test('a new secret starts over, so that an earlier bridge can be used again', async () => {
  const server = await start();
  expect(await post(server, requestSigned(server, heartbeat))).toBe(200);
  const { env } = server.deps;
  const other = await server.another({ env: { ...env, bridge: { url: 'http://localhost:1', secret: 'a new one' } } });
  expect(await post(other, bodySigned(server, 'a new one'))).toBe(200);
});
