import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { reconcileAccess } from '#server/accounts/access/reconcile.ts';
import type { Platform } from '#server/accounts/ports/platform/platform.ts';
import type { AccountAccess } from '#server/accounts/trading-access.ts';
import { sign } from '#shared/accounts/bridge-signature.ts';
import { updatePersonalStop } from '#shared/accounts/contract-personal-stop.ts';
import { noDayLimits, noLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

const secret = 'a secret that both sides know, of 40 bytes';
const none = noDayLimits;

let base: TestApp;
let server: TestApp;
/** What the stand-in for the bridge was asked to set, the newest last. */
const asked: AccountAccess[] = [];

beforeAll(async () => {
  base = await startTestApp();
  const platform: Platform = {
    ...base.deps.platform,
    enforcesPersonalStop: 'if-announced',
    async setAccess(_account, access) {
      asked.push(access);
      return { isEffective: true };
    },
  };
  server = await base.another({ env: { ...base.deps.env, bridge: { url: 'http://127.0.0.1:9/', secret } }, platform });
});

afterAll(() => base.close());

async function announce(...capabilities: readonly string[]): Promise<void> {
  const body = JSON.stringify({ platform: 'rithmic', capabilities });
  const { timestamp, signature } = sign(secret, body, server.clock.now());
  const headers = { 'X-Tidemark-Timestamp': timestamp, 'X-Tidemark-Signature': signature };
  const response = await server.app.request('/api/bridge/heartbeat', { method: 'POST', headers, body });
  expect(response.status).toBe(200);
}

async function openOne() {
  const { personId, token } = await signInPerson(server, { lifetimeMs: 9 * dayMs });
  const accountId = await buyAccount(server, personId);
  const set = async (limits: object) => {
    await client(server)(updatePersonalStop, { token, body: { accountId, ...noLimits, ...limits } });
    await server.drain();
    return asked.at(-1);
  };
  return { accountId, set };
}

describe('a personal daily stop on a platform that holds it', () => {
  test('is sent when it is set and tightened, loosened with the next week, and taken back', async () => {
    await announce('enforcesPersonalStop', 'holdsPersonalStop');
    const { set } = await openOne();
    expect(await set({ lossCents: 50_000 })).toMatchObject({
      trading: true,
      personalStop: { ...none, lossCents: 50_000 },
    });
    const tighter = { lossCents: 40_000, profitCents: 90_000, trades: 3 };
    expect(await set(tighter)).toMatchObject({ personalStop: tighter });
    const { length } = asked;
    await set({ trades: 5 });
    expect(asked).toHaveLength(length);
    await server.clock.advance(5 * dayMs);
    await reconcileAccess(server.deps);
    await server.drain();
    expect(asked.at(-1)).toMatchObject({ personalStop: { ...none, trades: 5 } });
    await set({});
    await server.clock.advance(7 * dayMs);
    await reconcileAccess(server.deps);
    await server.drain();
    expect(asked.at(-1)).toMatchObject({ trading: true });
    expect(asked.at(-1)).not.toHaveProperty('personalStop');
  });

  test('is not sent to a bridge that only locks for it', async () => {
    await announce('enforcesPersonalStop');
    const { set } = await openOne();
    const { length } = asked;
    await set({ lossCents: 50_000 });
    expect(asked.slice(length).filter((access) => 'personalStop' in access)).toEqual([]);
  });
});
