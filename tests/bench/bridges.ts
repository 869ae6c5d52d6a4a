import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMetrics } from '../../src/bridge/core/metrics.ts';
import { createOutbox } from '../../src/bridge/core/outbox.ts';
import { createRequests } from '../../src/bridge/core/requests.ts';
import { sign } from '../../src/bridge/core/signature.ts';
import { openStore } from '../../src/bridge/core/store.ts';
import { createTradovateAdapter } from '../../src/bridge/tradovate/adapter.ts';
import { readSettings } from '../../src/bridge/tradovate/settings.ts';
import { getAccountRules, getCatalog } from '../../src/content/catalog.ts';
import { type Emulator, startEmulator } from '../emulators/tradovate/emulator.ts';
import { onEnd } from './clean-up.ts';
import { sized } from './sized.ts';
import { type Figure, figure } from './table.ts';

const accountCount = sized(2_000, 40);
const seconds = sized(30, 3);
const fillsPerSecond = accountCount / 10;
const breachCount = sized(50, 3);
const openedAtOnce = 10;
const ticksPerSecond = 100;
const maxWaitMs = 120_000;
const secret = 'shared by the bridge and the benchmark';

type Site = { readonly url: string; readonly latencies: number[]; onFill: (accountId: string) => void };

/** A site that takes everything, and notes when fills arrive. */
async function startSite(): Promise<Site> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { deliveries = [] } = JSON.parse(body) as {
      deliveries?: { account: { accountId: string }; events: { event: { type: string; at: number } }[] }[];
    };
    for (const { account, events } of deliveries)
      for (const { event } of events) {
        if (event.type !== 'fill') continue;
        site.latencies.push(Date.now() - event.at);
        site.onFill(account.accountId);
      }
    response.end(JSON.stringify({ deliveries: deliveries.map(() => ({ status: 200 })) }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onEnd(() => void server.close());
  const site: Site = {
    ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, latencies: [], onFill: () => undefined },
  };
  return site;
}

/** Opens the accounts as the bridge does, at a time outside of the vendor's maintenance and within its limits. */
async function openAccounts(vendor: Emulator, folder: string, environment: Readonly<Record<string, string>>) {
  const store = openStore(join(folder, 'bridge.jsonl'));
  const say = () => undefined;
  const outbox = createOutbox(store, { post: async () => ({}) }, say);
  let now = Date.UTC(2026, 2, 11, 15);
  const clock = { now: () => now, sleep: async () => undefined };
  const parts = { store, outbox, clock, say, record: say, requests: createRequests(store), metrics: createMetrics() };
  const adapter = createTradovateAdapter(readSettings(environment), parts);
  const rules = getAccountRules(getCatalog(), 'v1', 'classic', '50K');
  const ids = Array.from({ length: accountCount }, (_, index) => `bench-${index}`);
  const accounts: { readonly id: string; readonly vendorId: number }[] = [];
  for (let from = 0; from < accountCount; from += openedAtOnce) {
    await Promise.all(
      ids.slice(from, from + openedAtOnce).map(async (accountId) => {
        const person = { email: `${accountId}@example.com`, firstName: 'Ada', lastName: 'Ferreira' };
        const { platformAccountId } = await adapter.open({ accountId, rules, ...person });
        accounts.push({ id: accountId, vendorId: vendor.firm.find('account', platformAccountId)?.id ?? 0 });
      }),
    );
    // A limit by the hour, and a maintenance by the day: the same hour of the next week.
    now += 7 * 24 * 3_600_000;
  }
  store.close();
  return accounts;
}

async function startBridge(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['deploy/bridge/tradovate-bridge.mjs'], {
    ...{ env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  onEnd(() => void child.kill('SIGKILL'));
  const { promise, resolve } = Promise.withResolvers<string>();
  child.stdout?.on('data', (piece: Buffer) => {
    const [, port] = /bridge on port (\d+)/.exec(piece.toString()) ?? [];
    if (port) resolve(`http://127.0.0.1:${port}`);
  });
  const url = await promise;
  await until('the bridge to be synced', async () => /_synced 1\n/.test(await (await fetch(`${url}/metrics`)).text()));
  return { child, url };
}

async function until(what: string, check: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + maxWaitMs;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await sleep(10);
  }
}

/** Seconds of processor time and the largest memory so far, as Linux counts them. */
function usageOf({ pid }: ChildProcess) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { cpu: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond, megabytes: Number(kilobytes) / 1_024 };
}

const p99 = (values: readonly number[]) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * 0.99)] ?? Number.NaN;

/** An open position, whose fill the site judges as a breach at once. @returns how long until the vendor has locked it */
async function breach(vendor: Emulator, site: Site, bridgeUrl: string, accountId: string, vendorId: number) {
  const { promise, resolve } = Promise.withResolvers<number>();
  const startedAt = Date.now();
  const stop = vendor.firm.listen((kind, row) => {
    if (kind !== 'accountRiskStatus' || row['accountId'] !== vendorId) return;
    if (row['adminAction'] === 'LockTradingImmediately') resolve(Date.now() - startedAt);
  });
  site.onFill = (filled) => {
    if (filled !== accountId) return;
    site.onFill = () => undefined;
    const body = JSON.stringify({ revision: 1, trading: false, flatten: true, until: null, reason: 'breach' });
    const headers = sign(secret, body);
    void fetch(`${bridgeUrl}/accounts/${accountId}/access`, { method: 'POST', headers, body });
  };
  vendor.firm.trade({ accountId: vendorId, contract: 'MESZ6', action: 'Buy', qty: 1, price: 6_000 });
  const tookMs = await Promise.race([promise, sleep(maxWaitMs, Number.NaN, { ref: false })]);
  stop();
  return tookMs;
}

/** One bridge with many accounts on an emulated Tradovate, and a site that takes everything. */
export async function measureBridges(): Promise<readonly Figure[]> {
  const vendor = await startEmulator();
  onEnd(() => vendor.stop());
  const site = await startSite();
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bridges-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const environment = {
    ...{ TRADOVATE_USER: 'firm', TRADOVATE_PASSWORD: 'right', TRADOVATE_APP_ID: 'a', TRADOVATE_CID: '1' },
    ...{ TRADOVATE_SECRET: 's', TRADOVATE_TEMPLATE_ACCOUNT: '1', TRADOVATE_PLAN: '1' },
    ...{ TRADOVATE_LIVE_URL: vendor.url, TRADOVATE_DEMO_URL: vendor.url, BRIDGE_FOLDER: folder, BRIDGE_PORT: '0' },
    ...{ PLATFORM_BRIDGE_SECRET: secret, TIDEMARK_URL: site.url },
  };
  const accounts = await openAccounts(vendor, folder, environment);
  const { child, url } = await startBridge(environment);

  const before = usageOf(child);
  const startedAt = Date.now();
  for (let made = 0; made < fillsPerSecond * seconds; made += 1) {
    const wait = startedAt + (made / fillsPerSecond) * 1_000 - Date.now();
    if (wait > 0) await sleep(wait);
    const action = made % (2 * accountCount) < accountCount ? 'Buy' : 'Sell';
    const accountId = accounts[made % accountCount]?.vendorId ?? 0;
    vendor.firm.trade({ accountId, contract: 'MESZ6', action, qty: 1, price: 6_000 });
  }
  await until('the fills at the site', () => site.latencies.length >= fillsPerSecond * seconds);
  const after = usageOf(child);
  const elapsed = (Date.now() - startedAt) / 1_000;
  const latencies = [...site.latencies];

  const locks: number[] = [];
  for (const { id, vendorId } of accounts.slice(0, breachCount))
    locks.push(await breach(vendor, site, url, id, vendorId));

  const of = `Tradovate’s bridge, ${accountCount.toLocaleString('en')} accounts, ${fillsPerSecond} fills/s`;
  return [
    figure(`${of}: processor`, (after.cpu - before.cpu) / elapsed, 'cores', { atMost: 1 }),
    figure(`${of}: largest memory`, after.megabytes, 'MB', { atMost: 512 }),
    figure('a fill at the emulated vendor to the site, p99', p99(latencies), 'ms', { atMost: 500 }),
    figure(`a fill that breaches to flat and locked, slowest of ${breachCount}`, Math.max(...locks), 'ms', {
      atMost: 1_000,
    }),
  ];
}
