import { expect, onTestFinished, test } from 'vitest';
import { createBridgePlatform } from '#server/accounts/ports/platform/bridge.ts';
import { PlatformPending } from '#server/accounts/ports/platform/platform.ts';
import { sign, signatureHeaders, signRequest } from '#shared/accounts/bridge-signature.ts';
import { trailing } from '../../unit/support.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bridgeSecret, startFileBridge } from '../support/file-bridge.ts';

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

/** A real bridge behind a wire that may change its answers. @returns how another copy of the site reaches it, too */
async function startWire() {
  const bridge = await startFileBridge('http://127.0.0.1:1');
  onTestFinished(() => bridge.stop());
  let change = async (answer: Response): Promise<Response> => answer;
  const ask: typeof fetch = async (input, init) => change(await fetch(input, init));
  const reach = ({ deps }: TestApp) =>
    createBridgePlatform({ url: bridge.url, secret: bridgeSecret, clock: () => new Date(), db: deps.db, fetch: ask });
  return {
    reach,
    change(next: typeof change): void {
      change = next;
    },
  };
}

const buyer = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', rules: trailing };
const accountOf = (accountId: string) => ({ ...buyer, accountId, platform: 'rithmic' }) as const;
const unsigned = 'The platform bridge did not sign its answer';

/** As a bridge of before answers, or someone who forwards an answer without its newer signature. */
async function withoutWhole(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.delete(signatureHeaders.answerSignature);
  return new Response(await answer.text(), { status: answer.status, headers });
}

test('an answer counts for its own request alone', async () => {
  const { reach, change } = await startWire();
  const platform = reach(await start());
  let kept: Response | undefined;
  change(async (answer) => {
    kept = answer.clone();
    return answer;
  });
  const first = await platform.openAccount(accountOf('first'));
  change(async () => kept as Response);
  await expect(platform.openAccount(accountOf('second'))).rejects.toThrow(unsigned);
  change(async (answer) => answer);
  const second = await platform.openAccount(accountOf('second'));
  expect(second.platformAccountId).not.toBe(first.platformAccountId);
});

test('an answer that says “not yet” can’t be passed off as one that says “done”', async () => {
  const { reach, change } = await startWire();
  const platform = reach(await start());
  const { platformAccountId } = await platform.openAccount(accountOf('first'));
  const close = () => platform.closeAccount({ accountId: 'first', platform: 'rithmic', platformAccountId });
  change(async (answer) => new Response(await answer.text(), { status: 200, headers: answer.headers }));
  await expect(close()).rejects.toThrow(unsigned);
  change(async (answer) => answer);
  await expect(close()).rejects.toThrow(PlatformPending);
});

test('a bridge that signs only the bodies of its answers is believed until it signs a whole one, then by no copy of the site', async () => {
  const { reach, change } = await startWire();
  const server = await start();
  const platform = reach(server);
  change(withoutWhole);
  await platform.openAccount(accountOf('first'));
  change(async (answer) => answer);
  await platform.openAccount(accountOf('first'));
  change(withoutWhole);
  await expect(platform.openAccount(accountOf('first'))).rejects.toThrow(unsigned);
  const other = await server.another();
  await expect(reach(other).openAccount(accountOf('first'))).rejects.toThrow(unsigned);
});
