import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { realClock } from '#bridge/core/clock.ts';
import { createMetrics } from '#bridge/core/metrics.ts';
import { createOutbox } from '#bridge/core/outbox.ts';
import { createRequests } from '#bridge/core/requests.ts';
import { openStore } from '#bridge/core/store.ts';
import { createTradovateAdapter } from '#bridge/tradovate/adapter.ts';
import { findMaintenanceEnd } from '#bridge/tradovate/maintenance.ts';
import { readSettings } from '#bridge/tradovate/settings.ts';
import { getAccountRules, getCatalog } from '#content/catalog.ts';
import { nextRandom, seedOf } from '#lib/random.ts';
import { connectEmbedded } from '#server/core/database/connect.ts';
import { parseEnv } from '#server/core/env.ts';
import { createServer } from '#server/create-server.ts';
import { type Emulator, startEmulator } from '../../emulators/tradovate/emulator.ts';
import { eventually } from '../../support/eventually.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

/** Every night it plays 10,000: FILLS=10000 npm test -- tradovate-fills. */
const fillCount = Number(process.env['FILLS'] ?? 800);
/** Few enough fills each that fees and small moves of the price breach none. */
const accountCount = Math.max(4, Math.ceil(fillCount / 400));
const secret = 'a secret that both sides know, of 40 bytes';
/** 10:00 in Chicago on a Wednesday: accounts are opened outside the vendor's maintenance. */
const openedAt = Date.UTC(2026, 2, 11, 15);

let folder: string;
let vendor: Emulator;
let site: TestServer;
let bridge: ChildProcess;
let bridgeUrl: string;
let wire: Server;
const random = { random: seedOf('tradovate') };

const draw = (below: number) => Math.floor(nextRandom(random) * below);

/** Repeats some messages, and turns the order of the others around. */
const shuffle = (messages: readonly string[]) =>
  messages.flatMap((each) => (draw(5) === 0 ? [each, each] : [each])).toReversed();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-tradovate-'));
  vendor = await startEmulator({ shuffle, dropsSilent: true });
});

afterAll(async () => {
  bridge?.kill('SIGKILL');
  wire?.close();
  await site?.kill();
  await vendor.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the site's database while no server is using it. */
async function withDatabase<Result>(use: (server: Awaited<ReturnType<typeof createServer>>) => Promise<Result>) {
  const connection = await connectEmbedded({ dataDir: join(folder, 'site') });
  const env = parseEnv({ DATA_DIR: join(folder, 'site'), LOG_LEVEL: 'silent' });
  const log = pino({ level: 'silent' });
  const options = { env, catalog: getCatalog(), connection, log, recurring: false, clock: () => new Date() };
  const server = await createServer(options);
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

function startSite(port?: number): Promise<TestServer> {
  const own = { PLATFORM_BRIDGE_URL: 'http://localhost:1', PLATFORM_BRIDGE_SECRET: secret };
  const env = { ...own, DEMO: '0', LOG_LEVEL: 'silent' };
  return startServer({ dataDir: join(folder, 'site'), env, ...(port === undefined ? {} : { port }) });
}

/** Carries the bridge's messages to the site, and loses some of the answers. @returns its address */
async function startWire(): Promise<string> {
  wire = createHttpServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { host: _, 'content-length': __, connection: ___, ...headers } = request.headers;
    try {
      const answer = await fetch(`${site.origin}${request.url}`, {
        ...{ method: 'POST', headers: headers as Record<string, string>, body: Buffer.concat(pieces) },
      });
      if (draw(12) === 0) return void response.destroy();
      response.writeHead(answer.status);
      response.end(await answer.text());
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((listening) => wire.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(wire.address() as AddressInfo).port}`;
}

const vendorSettings = () => ({
  ...{ TRADOVATE_USER: 'firm', TRADOVATE_PASSWORD: 'right', TRADOVATE_APP_ID: 'a', TRADOVATE_CID: '1' },
  ...{ TRADOVATE_SECRET: 's', TRADOVATE_TEMPLATE_ACCOUNT: '1', TRADOVATE_PLAN: '1', TRADOVATE_FEE_WAIT_MS: '20' },
  ...{ TRADOVATE_LIVE_URL: vendor.url, TRADOVATE_DEMO_URL: vendor.url },
});

/** Opens accounts as the bridge does, at a time at which the vendor opens some. @returns the vendor's ids */
async function openAtVendor(ids: readonly string[]): Promise<readonly number[]> {
  mkdirSync(join(folder, 'bridge'), { recursive: true });
  const store = openStore(join(folder, 'bridge', 'bridge.jsonl'));
  const say = () => undefined;
  const outbox = createOutbox(store, { post: async () => ({}) }, say);
  const parts = { store, outbox, say, record: say, requests: createRequests(store), metrics: createMetrics() };
  const clock = { ...realClock, now: () => openedAt };
  const adapter = createTradovateAdapter(readSettings(vendorSettings()), { ...parts, clock });
  const rules = getAccountRules(getCatalog(), 'v1', 'classic', '50K');
  const vendorIds: number[] = [];
  for (const accountId of ids) {
    const person = { email: `${accountId}@example.com`, firstName: 'Ada', lastName: 'Ferreira' };
    const { platformAccountId } = await adapter.open({ accountId, rules, ...person });
    vendorIds.push(vendor.firm.find('account', platformAccountId)?.id ?? 0);
  }
  store.close();
  return vendorIds;
}

async function startBridge(target: string): Promise<void> {
  const own = { PLATFORM_BRIDGE_SECRET: secret, TIDEMARK_URL: target, BRIDGE_PORT: '0' };
  bridge = spawn(process.execPath, ['deploy/bridge/tradovate-bridge.mjs'], {
    env: { ...process.env, ...own, BRIDGE_FOLDER: join(folder, 'bridge'), ...vendorSettings() },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  bridgeUrl = await new Promise((ready) => {
    bridge.stdout?.on('data', (piece: Buffer) => {
      const [, port] = /bridge on port (\d+)/.exec(piece.toString()) ?? [];
      if (port) ready(`http://127.0.0.1:${port}`);
    });
  });
}

/** A trader's order, filled in parts now and then, and now and then taken back. */
function tradeOnce(vendorIds: readonly number[]): void {
  const accountId = vendorIds[draw(vendorIds.length)] ?? 0;
  const action = draw(2) === 0 ? 'Buy' : 'Sell';
  const parts = draw(3) === 0 ? [1, 1] : [1];
  const order = { accountId, contract: draw(2) === 0 ? 'MESZ6' : 'MNQZ6', action, qty: parts.length } as const;
  const fills = vendor.firm.trade({ ...order, price: 6_000 + draw(9) / 4 }, parts);
  if (draw(200) === 0) vendor.firm.bust(fills[0]?.id ?? 0);
}

/** Trades until there are so many fills, and does the next of the faults at each equal part of the way. */
async function tradeThrough(vendorIds: readonly number[], faults: readonly (() => unknown)[]): Promise<void> {
  let done = 0;
  for (let count = 0; vendor.firm.list('fill').length < fillCount; count += 1) {
    tradeOnce(vendorIds);
    if (count % 20 === 0) await new Promise((done) => setImmediate(done));
    // The site must keep up in the end.
    if (count % 200 === 199) await eventually('the bridge to keep up', () => expectMetric(/_outbox \d{1,2}\n/));
    if (vendor.firm.list('fill').length < ((done + 1) * fillCount) / (faults.length + 1)) continue;
    await faults[done]?.();
    done += 1;
  }
}

async function expectMetric(...lines: readonly RegExp[]): Promise<void> {
  const text = await (await fetch(`${bridgeUrl}/metrics`)).text();
  for (const line of lines) expect(text).toMatch(line);
}

const expectDelivered = () => expectMetric(/_synced 1\n/, /_outbox 0\n/, /_refused 0\n/, /_stuck_fills 0\n/);

test('fills over disconnects, repetition, disorder, busts, lost answers and kills leave the site with the vendor’s book', async () => {
  const ids = await withDatabase(async (server) => {
    const { personId } = await signInPerson(server);
    const opened: string[] = [];
    for (let index = 0; index < accountCount; index += 1) opened.push(await buyAccount(server, personId));
    await server.deps.db.deleteFrom('simulated_trader').execute();
    await server.deps.db.updateTable('trading_account').set({ simulated: false }).execute();
    return opened;
  });
  const vendorIds = await openAtVendor(ids);
  site = await startSite();
  const port = Number(new URL(site.origin).port);
  const target = await startWire();
  await startBridge(target);
  // The bridge waits out the vendor's maintenance before it connects again.
  const disconnect = () => findMaintenanceEnd(Date.now()) === null && vendor.disconnect();
  const restartBridge = () => {
    bridge.kill('SIGKILL');
    return startBridge(target);
  };
  const restartSite = async () => {
    await site.kill();
    site = await startSite(port);
  };
  await tradeThrough(vendorIds, [
    disconnect,
    restartBridge,
    disconnect,
    restartSite,
    disconnect,
    restartBridge,
    disconnect,
  ]);
  // After a last kill, the resync alone must bring what is missing.
  await restartBridge();
  await eventually('the bridge to have delivered everything', expectDelivered);
  bridge.kill('SIGKILL');
  await site.stop();
  await withDatabase(async ({ deps }) => {
    for (const [index, id] of ids.entries()) {
      const { state } = await deps.db
        .selectFrom('trading_account')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const rows = await deps.db
        .selectFrom('account_event')
        .select('source_id')
        .where('account_id', '=', id)
        .where('type', '=', 'fill')
        .execute();
      const vendorId = vendorIds[index] ?? 0;
      expect(rows.map((row) => row.source_id).sort()).toEqual(vendorFills(vendorId));
      expect(state.status).toBe('active');
      expect(state.balanceCents).toBe(Math.round(Number(vendor.firm.rowOf('cashBalance', vendorId)?.['amount']) * 100));
      const held = state.positions.map(({ instrument, quantity }) => [instrument, quantity]).sort();
      expect(held).toEqual(vendorPositions(vendorId));
    }
  });
});

/** Those that weren't taken back. */
function vendorFills(vendorId: number): readonly string[] {
  const orders = new Map(vendor.firm.list('order').map((row) => [row.id, row['accountId']]));
  return vendor.firm
    .list('fill')
    .filter((row) => row['active'] === true && orders.get(Number(row['orderId'])) === vendorId)
    .map(({ id }) => `fill-${id}`)
    .sort();
}

function vendorPositions(vendorId: number) {
  const names = new Map(vendor.firm.list('contract').map((row) => [row.id, String(row['name']).slice(0, -2)]));
  return vendor.firm
    .list('position')
    .filter((row) => row['accountId'] === vendorId && row['netPos'] !== 0)
    .map((row) => [names.get(Number(row['contractId'])), row['netPos']])
    .sort();
}
