import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCatalog } from '#content/catalog.ts';
import { nextRandom, seedOf } from '#lib/random.ts';
import { connectEmbedded } from '#server/core/database/connect.ts';
import { parseEnv } from '#server/core/env.ts';
import { sign, signatureHeaders } from '#server/core/ports/platform/signature.ts';
import { createServer } from '#server/create-server.ts';
import { type Emulator, startEmulator } from '../../emulators/tradovate/emulator.ts';
import { eventually } from '../../support/eventually.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

const secret = 'a secret that both sides know, of 40 bytes';
const [accountCount, tradeCount] = [10, 7_500];

let folder: string;
let vendor: Emulator;
let site: TestServer;
let bridge: ChildProcess;
const random = { random: seedOf('tradovate') };

const draw = (below: number) => Math.floor(nextRandom(random) * below);

/** Repeats some messages, and turns the order of the others around. */
const shuffle = (messages: readonly string[]) =>
  messages.flatMap((each) => (draw(5) === 0 ? [each, each] : [each])).toReversed();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-tradovate-'));
  vendor = await startEmulator({ shuffle });
});

afterAll(async () => {
  bridge?.kill('SIGKILL');
  await site?.kill();
  await vendor.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function withDatabase<Result>(use: (server: Awaited<ReturnType<typeof createServer>>) => Promise<Result>) {
  const connection = await connectEmbedded({ dataDir: join(folder, 'site') });
  const env = parseEnv({ DATA_DIR: join(folder, 'site'), LOG_LEVEL: 'silent' });
  const log = pino({ level: 'silent' });
  const server = await createServer({
    env,
    catalog: getCatalog(),
    connection,
    log,
    recurring: false,
    clock: () => new Date(),
  });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

async function startSite(port = 0): Promise<TestServer> {
  const env = {
    PLATFORM_BRIDGE_URL: 'http://localhost:1',
    PLATFORM_BRIDGE_SECRET: secret,
    DEMO: '0',
    LOG_LEVEL: 'silent',
  };
  return startServer({ dataDir: join(folder, 'site'), env, ...(port === 0 ? {} : { port }) });
}

/** @returns the bridge's address */
async function startBridge(): Promise<string> {
  bridge = spawn(process.execPath, ['deploy/bridge/tradovate-bridge.mjs'], {
    env: {
      ...process.env,
      ...{
        PLATFORM_BRIDGE_SECRET: secret,
        TIDEMARK_URL: site.origin,
        BRIDGE_FOLDER: join(folder, 'bridge'),
        BRIDGE_PORT: '0',
      },
      ...{ TRADOVATE_USER: 'firm', TRADOVATE_PASSWORD: 'right', TRADOVATE_APP_ID: 'a', TRADOVATE_CID: '1' },
      ...{ TRADOVATE_SECRET: 's', TRADOVATE_TEMPLATE_ACCOUNT: '1', TRADOVATE_PLAN: '1', TRADOVATE_FEE_WAIT_MS: '20' },
      ...{ TRADOVATE_LIVE_URL: vendor.url, TRADOVATE_DEMO_URL: vendor.url },
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Promise((ready) => {
    bridge.stdout?.on('data', (piece: Buffer) => {
      const [, port] = /bridge on port (\d+)/.exec(piece.toString()) ?? [];
      if (port) ready(`http://127.0.0.1:${port}`);
    });
  });
}

async function openAtVendor(url: string, accountId: string): Promise<number> {
  const rules = getCatalog().rules['v1']?.programmes.classic?.['50K'];
  const person = { email: `${accountId}@example.com`, firstName: 'Ada', lastName: 'Ferreira' };
  const body = JSON.stringify({ accountId, platform: 'tradovate', rules, ...person });
  const { timestamp, signature } = sign(secret, body, new Date());
  const headers = { [signatureHeaders.timestamp]: timestamp, [signatureHeaders.signature]: signature };
  const opened = await fetch(`${url}/accounts`, { method: 'POST', headers, body });
  const { platformAccountId } = (await opened.json()) as { platformAccountId: string };
  return vendor.firm.find('account', platformAccountId)?.id ?? 0;
}

/** A trader's order, filled in parts now and then, and now and then taken back. */
function tradeOnce(vendorIds: readonly number[]): void {
  const accountId = vendorIds[draw(vendorIds.length)] ?? 0;
  const action = draw(2) === 0 ? 'Buy' : 'Sell';
  const parts = draw(3) === 0 ? [1, 1] : [1];
  const order = { accountId, contract: draw(2) === 0 ? 'MESZ6' : 'MNQZ6', action, qty: parts.length } as const;
  const fills = vendor.firm.trade({ ...order, price: 6_000 + draw(40) / 4 }, parts);
  if (draw(200) === 0) vendor.firm.bust(fills[0]?.id ?? 0);
}

test('10,000 fills over disconnects, repetition, disorder, busts and kills leave the site with the vendor’s book', async () => {
  const ids = await withDatabase(async (server) => {
    const { personId } = await signInPerson(server);
    const opened: string[] = [];
    for (let index = 0; index < accountCount; index += 1) opened.push(await buyAccount(server, personId));
    await server.deps.db.deleteFrom('simulated_trader').execute();
    await server.deps.db.updateTable('trading_account').set({ simulated: false }).execute();
    return opened;
  });
  site = await startSite();
  const port = Number(new URL(site.origin).port);
  const url = await startBridge();
  const vendorIds = await Promise.all(ids.map((id) => openAtVendor(url, id)));
  for (let count = 0; count < tradeCount; count += 1) {
    tradeOnce(vendorIds);
    if (count % 50 === 0) await new Promise((done) => setImmediate(done));
    if (count % 1_700 === 1_699) vendor.disconnect();
    if (count === 2_000 || count === 5_000) {
      bridge.kill('SIGKILL');
      await startBridge();
    }
    if (count === 3_500) {
      await site.kill();
      site = await startSite(port);
    }
  }
  const health = await startBridgeAgain();
  await eventually('the bridge to have delivered everything', async () => {
    const text = await (await fetch(`${health}/metrics`)).text();
    expect(text).toMatch(/_synced 1\n/);
    expect(text).toMatch(/_outbox 0\n/);
    expect(text).toMatch(/_refused 0\n/);
  });
  bridge.kill('SIGKILL');
  await site.stop();
  const accounts = await withDatabase(({ deps }) =>
    deps.db.selectFrom('trading_account').select(['id', 'state']).execute(),
  );
  const fillCount = vendor.firm.list('fill').length;
  expect(fillCount).toBeGreaterThanOrEqual(9_900);
  for (const [index, id] of ids.entries()) {
    const vendorId = vendorIds[index] ?? 0;
    const state = accounts.find((each) => each.id === id)?.state;
    expect(state?.balanceCents).toBe(Math.round(Number(vendor.firm.rowOf('cashBalance', vendorId)?.['amount']) * 100));
    const held = state?.positions.map(({ instrument, quantity }) => [instrument, quantity]).sort();
    expect(held).toEqual(vendorPositions(vendorId));
  }
});

/** After a last kill, the resync alone must bring what is missing. */
async function startBridgeAgain(): Promise<string> {
  bridge.kill('SIGKILL');
  return startBridge();
}

function vendorPositions(vendorId: number) {
  const names = new Map(vendor.firm.list('contract').map((row) => [row.id, String(row['name']).slice(0, -2)]));
  return vendor.firm
    .list('position')
    .filter((row) => row['accountId'] === vendorId && row['netPos'] !== 0)
    .map((row) => [names.get(Number(row['contractId'])), row['netPos']])
    .sort();
}
