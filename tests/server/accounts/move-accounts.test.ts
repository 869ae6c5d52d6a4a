import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Adapter } from '#bridge/core/adapter.ts';
import { type CoreParts, runBridge } from '#bridge/core/run-bridge.ts';
import { createTradovateAdapter } from '#bridge/tradovate/adapter.ts';
import { readSettings as readTradovate } from '#bridge/tradovate/settings.ts';
import { createVolumetricaAdapter } from '#bridge/volumetrica/adapter.ts';
import { readSettings as readVolumetrica } from '#bridge/volumetrica/settings.ts';
import { moveAccounts } from '#server/accounts/lifecycle/move.ts';
import { openAccount } from '#server/accounts/lifecycle/open.ts';
import { type BridgePlatform, createBridgePlatform } from '#server/accounts/ports/platform/bridge.ts';
import { startEmulator as startTradovate, type Emulator as Tradovate } from '../../emulators/tradovate/emulator.ts';
import {
  startEmulator as startVolumetrica,
  type Emulator as Volumetrica,
} from '../../emulators/volumetrica/emulator.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { payOrder, signInPerson } from '../support/people.ts';

const secret = 'a secret that both sides know, of 40 bytes';
const folder = mkdtempSync(join(tmpdir(), 'tidemark-move-'));
const clock = createTestClock(testStart);
let vendors: { readonly old: Volumetrica; readonly new: Tradovate };
let bridges: Awaited<ReturnType<typeof runBridge>>[] = [];
let from: BridgePlatform;
let to: BridgePlatform;
let site: TestApp;
let front: Server;

async function startBridge(name: string, target: string, connect: (parts: CoreParts) => Adapter) {
  const own = { secret, target, folder: join(folder, name), port: 0, clock, say: () => undefined };
  const bridge = await runBridge(own, connect);
  bridges.push(bridge);
  return createBridgePlatform({ url: bridge.url, secret, clock: () => new Date(clock.now()), db: site.deps.db });
}

beforeAll(async () => {
  const environment = { PLATFORM_BRIDGE_URL: 'http://127.0.0.1:1', PLATFORM_BRIDGE_SECRET: secret };
  site = await startTestApp({ environment });
  front = createServer(getRequestListener((request) => site.app.fetch(request)));
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening));
  const target = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const now = () => clock.now();
  vendors = { old: await startVolumetrica({ now }), new: await startTradovate({ now }) };
  const volumetrica = readVolumetrica({ VOLUMETRICA_API_KEY: 'right', VOLUMETRICA_URL: vendors.old.url });
  const tradovate = readTradovate({
    ...{ TRADOVATE_USER: 'firm', TRADOVATE_PASSWORD: 'right', TRADOVATE_APP_ID: 'a', TRADOVATE_CID: '1' },
    ...{ TRADOVATE_SECRET: 's', TRADOVATE_TEMPLATE_ACCOUNT: '1', TRADOVATE_PLAN: '1' },
    ...{ TRADOVATE_LIVE_URL: vendors.new.url, TRADOVATE_DEMO_URL: vendors.new.url },
  });
  from = await startBridge('volumetrica', target, (parts) => createVolumetricaAdapter(volumetrica, parts));
  to = await startBridge('tradovate', target, (parts) => createTradovateAdapter(tradovate, parts));
  Object.assign(site.deps, { platform: from });
});

afterAll(async () => {
  for (const bridge of bridges) await bridge.stop();
  bridges = [];
  front.close();
  await site.close();
  await vendors.old.stop();
  await vendors.new.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Lets polls, timers and messages of both bridges go on until a condition holds. */
const pass = (what: string, check: () => unknown) =>
  eventually(what, async () => {
    await clock.advance(1_000);
    await site.clock.advance(1_000);
    await check();
  });

const rowOf = (id: string) =>
  site.deps.db.selectFrom('trading_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function openOld() {
  const { personId } = await signInPerson(site);
  const order = await payOrder(site, personId);
  const { accountId } = await openAccount(site.deps, { ...order, platform: 'dxfeed' });
  const row = await rowOf(accountId);
  const vendorId = vendors.old.firm.accountOf(row.platform_account_id)?.accountId ?? '';
  const trade = (action: 'Buy' | 'Sell', price: number) =>
    void vendors.old.firm.trade(vendorId, { contract: 'ESM6', qty: 1, action, price });
  return { id: accountId, personId, vendorId, name: row.platform_account_id, trade };
}

const balance = async (id: string) => (await rowOf(id)).state.balanceCents;
const newCents = (name: string) => {
  const { id = 0 } = vendors.new.firm.find('account', name) ?? {};
  return Math.round(Number(vendors.new.firm.rowOf('cashBalance', id)?.['amount']) * 100);
};

test('accounts move with their balance and state, once each, and trade on where they arrive', async () => {
  const winner = await openOld();
  const loser = await openOld();
  const holder = await openOld();
  await clock.advance(1_000);
  winner.trade('Buy', 6_000);
  winner.trade('Sell', 6_010);
  loser.trade('Buy', 6_000);
  loser.trade('Sell', 5_995);
  holder.trade('Buy', 6_000);
  // A point of ES is $50, and each contract and side costs $2.10.
  await pass('the fills at the site', async () => {
    expect(await balance(winner.id)).toBe(5_000_000 + 50_000 - 420);
    expect(await balance(loser.id)).toBe(5_000_000 - 25_000 - 420);
    expect(await balance(holder.id)).toBe(5_000_000 - 210);
  });
  const before = await rowOf(winner.id);

  // The first transfer is made, but its answer is lost.
  let losses = 1;
  const lossy: BridgePlatform = {
    ...to,
    async transferMoney(...transfer) {
      const answer = await to.transferMoney(...transfer);
      if (losses-- > 0) throw new Error('the answer is lost');
      return answer;
    },
  };
  const move = () => moveAccounts(site.deps, { from, to: lossy, platform: 'tradovate' });
  const moved = new Map<string, { readonly before: string | null; readonly after: string | null }>();
  await pass('two accounts to have moved', async () => {
    for (const each of await move()) if (each.waitsFor === null) moved.set(each.accountId, each);
    expect([...moved.keys()].sort()).toEqual([winner.id, loser.id].sort());
  });
  for (const { before: left, after } of moved.values()) {
    expect(left).toMatch(/^\S{20,}$/);
    expect(after).toBe(left);
  }
  expect(await move()).toMatchObject([{ accountId: holder.id, waitsFor: 'the trader to close its positions' }]);

  const after = await rowOf(winner.id);
  expect(after).toMatchObject({ platform: 'tradovate', state: before.state, sequence: before.sequence });
  expect(newCents(after.platform_account_id)).toBe(5_049_580);
  expect(newCents((await rowOf(loser.id)).platform_account_id)).toBe(4_974_580);
  // Nobody trades where they left.
  expect(vendors.old.firm.find(winner.vendorId)).toMatchObject({ status: 8 });
  expect(vendors.old.firm.find(holder.vendorId)).toMatchObject({ status: 1, tradingPermission: 0 });
  const notifications = await site.deps.db
    .selectFrom('notification')
    .select('kind')
    .where('person_id', '=', winner.personId)
    .execute();
  expect(notifications.map(({ kind }) => kind)).toContain('account_moved');

  // The site runs with the new bridge: what is traded there counts, and the platform's balance agrees.
  const again = await site.another({ platform: to });
  await again.drain({ allowFailures: true });
  const vendorId = vendors.new.firm.find('account', after.platform_account_id)?.id ?? 0;
  const place = { accountId: vendorId, contract: 'ESM6', qty: 1 } as const;
  vendors.new.firm.trade({ ...place, action: 'Buy', price: 6_000 });
  vendors.new.firm.trade({ ...place, action: 'Sell', price: 6_002 });
  await pass('the trade at the site', async () => expect(await balance(winner.id)).toBe(5_049_580 + 10_000 - 420));
  expect(newCents(after.platform_account_id)).toBe(await balance(winner.id));

  // Its position is closed on the old platform, and it follows.
  holder.trade('Sell', 6_000);
  await pass('the last account to have moved', async () => {
    await move();
    expect(await rowOf(holder.id)).toMatchObject({ platform: 'tradovate' });
  });
  expect(newCents((await rowOf(holder.id)).platform_account_id)).toBe(5_000_000 - 420);
});
