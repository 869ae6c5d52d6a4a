import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { realClock } from '../../src/bridge/core/clock.ts';
import { createMetrics } from '../../src/bridge/core/metrics.ts';
import { createOutbox } from '../../src/bridge/core/outbox.ts';
import { createRequests } from '../../src/bridge/core/requests.ts';
import { openStore } from '../../src/bridge/core/store.ts';
import { getAccountRules, getCatalog } from '../../src/content/catalog.ts';
import { freePort } from '../support/ports.ts';
import { type Vendor, type VendorName, vendors } from './bridge-vendors.ts';
import { endPart, onEnd } from './clean-up.ts';
import { bridgeSecret, openCopy, openDatabase, openTraders, type Trader } from './fed-site.ts';
import { options } from './options.ts';
import { startPostgres } from './postgres.ts';
import { sized } from './sized.ts';
import { type Figure, figure } from './table.ts';

const traderCount = sized(100, 4);
const accountsEach = sized(20, 5);
const accountCount = traderCount * accountsEach;
const seconds = sized(60, 2);
const fillsPerSecond = accountCount / 10;
const watchedCount = sized(20, 2);
const breachCount = sized(50, 2);
/** Within the vendors' requests per hour. */
const openedPerHour = 200;
const openedAtOnce = 10;
const ticksPerSecond = 100;
const maxWaitMs = 120_000;
const weekMs = 7 * 24 * 3_600_000;

/** Opens the accounts as the bridge does: so many an hour, each hour a week later and outside of maintenance. */
async function openAccounts(vendor: Vendor, folder: string, clock: { at: number | null }, ids: readonly string[]) {
  const store = openStore(join(folder, 'bridge.jsonl'));
  const say = () => undefined;
  const outbox = createOutbox(store, { post: async () => ({}) }, say, realClock);
  const time = { now: () => clock.at ?? Date.now(), sleep: async () => undefined };
  const parts = { store, outbox, clock: time, say, record: say };
  const adapter = vendor.connect({ ...parts, requests: createRequests(store), metrics: createMetrics() });
  const rules = getAccountRules(getCatalog(), 'v1', 'classic', '50K');
  const names = new Map<string, string>();
  for (let from = 0; from < ids.length; from += openedAtOnce) {
    clock.at = Date.UTC(2026, 2, 11, 15) - Math.ceil((ids.length - from) / openedPerHour) * weekMs;
    await Promise.all(
      ids.slice(from, from + openedAtOnce).map(async (accountId) => {
        const person = { email: `${accountId}@example.com`, firstName: 'Ada', lastName: 'Ferreira' };
        names.set(accountId, (await adapter.open({ accountId, rules, ...person })).platformAccountId);
      }),
    );
  }
  clock.at = null;
  store.close();
  return names;
}

async function startBridge(name: VendorName, environment: Readonly<Record<string, string>>, url: string) {
  const child = spawn(process.execPath, [`src/bridge/${name}/main.ts`], {
    ...{ env: { ...process.env, ...environment }, stdio: ['ignore', 'ignore', 'inherit'] },
  });
  onEnd(() => void child.kill('SIGKILL'));
  await until('the bridge to be synced', async () => {
    const metrics = await fetch(`${url}/metrics`).catch(() => undefined);
    return /_synced 1\n/.test((await metrics?.text()) ?? '');
  });
  return child;
}

async function until(what: string, check: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + maxWaitMs;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await sleep(5);
  }
}

/** Seconds of processor time and the largest memory so far, as Linux counts them. */
function usageOf({ pid }: ChildProcess) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { cpu: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond, megabytes: Number(kilobytes) / 1_024 };
}

const percentile = (values: readonly number[], part: number) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * part)] ?? Number.NaN;

type Update = { readonly fills: readonly { readonly at: number }[] };

/** Reads a trader's screen: how long each fill takes to get there. */
async function watch(origin: string, { token }: Trader, latencies: number[]): Promise<void> {
  const abort = new AbortController();
  onEnd(() => abort.abort());
  const headers = { Authorization: `Bearer ${token}` };
  const { body, status } = await fetch(`${origin}/api/account/stream`, { headers, signal: abort.signal });
  if (status !== 200 || body === null) throw new Error(`the stream of accounts was answered with ${status}`);
  const parser = createParser({
    onEvent({ event, data }) {
      if (event !== 'account') return;
      for (const { at } of (JSON.parse(data) as Update).fills) latencies.push(Date.now() - at);
    },
  });
  const read = async () => {
    for await (const piece of body.pipeThrough(new TextDecoderStream())) parser.feed(piece);
  };
  void read().catch(() => undefined);
}

/** Orders of each account in turn, bought and then sold. */
async function trade(vendor: Vendor, names: readonly string[]): Promise<void> {
  const startedAt = Date.now();
  for (let made = 0; made < fillsPerSecond * seconds; made += 1) {
    const waitMs = startedAt + (made / fillsPerSecond) * 1_000 - Date.now();
    // The vendor shares this process: it must get its turn even when orders are late.
    await (waitMs > 0 ? sleep(waitMs) : nextTurn());
    const side = made % (2 * accountCount) < accountCount ? 'buy' : 'sell';
    vendor.trade(names[made % accountCount] ?? '', { contract: 'MESZ6', side, qty: 1, price: 6_000 });
  }
}

/** A loss beyond the floor with a position left. @returns how long until the vendor shows the account flat and locked */
async function breach(vendor: Vendor, isLocked: (account: string) => boolean, account: string): Promise<number> {
  const startedAt = Date.now();
  vendor.trade(account, { contract: 'ESZ6', side: 'buy', qty: 2, price: 6_000 });
  vendor.trade(account, { contract: 'ESZ6', side: 'sell', qty: 1, price: 5_900 });
  await until('a breach to be locked', () => isLocked(account));
  return Date.now() - startedAt;
}

/** A bridge with many accounts between an emulated vendor and the site on PostgreSQL. */
async function measureBridge(name: VendorName): Promise<readonly Figure[]> {
  const clock: { at: number | null } = { at: null };
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bridges-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const vendor = await vendors[name]({ now: () => clock.at ?? Date.now(), folder, accountCount });
  onEnd(() => vendor.stop());
  const databaseUrl = await startPostgres();
  const database = await openDatabase(databaseUrl);
  const traders = await openTraders(database, traderCount, accountsEach);
  await database.close();
  const names = await openAccounts(
    vendor,
    folder,
    clock,
    traders.flatMap(({ accountIds }) => accountIds),
  );
  const port = await freePort();
  const bridgeUrl = `http://127.0.0.1:${port}`;
  const site = await openCopy(databaseUrl, bridgeUrl);
  const environment = {
    ...{ ...vendor.environment, BRIDGE_FOLDER: folder, BRIDGE_PORT: String(port) },
    ...{ PLATFORM_BRIDGE_SECRET: bridgeSecret, TIDEMARK_URL: site.origin },
  };
  const startedAt = Date.now();
  const bridge = await startBridge(name, environment, bridgeUrl);
  const readyMs = Date.now() - startedAt;
  const latencies: number[] = [];
  // In the order in which they trade, so that those who watch trade all the time.
  const watched = traders.filter((_, index) => index % Math.floor(traderCount / watchedCount) === 0);
  for (const trader of watched) await watch(site.origin, trader, latencies);

  const tradedFrom = Date.now();
  const before = usageOf(bridge);
  const accounts = [...names.values()];
  await trade(vendor, accounts);
  const expected = (fillsPerSecond * seconds * watched.length) / traderCount;
  await until('the fills on the screens', () => latencies.length >= expected);
  const after = usageOf(bridge);
  const elapsed = (Date.now() - tradedFrom) / 1_000;

  const locks: number[] = [];
  const { isLocked } = vendor;
  if (isLocked)
    for (const account of accounts.slice(0, breachCount)) locks.push(await breach(vendor, isLocked, account));

  const of = `${name}-bridge, ${accountCount.toLocaleString('en')} accounts, ${fillsPerSecond} fills/s`;
  return [
    figure(`${of}: processor`, (after.cpu - before.cpu) / elapsed, 'cores', { atMost: 1 }),
    figure(`${of}: largest memory`, after.megabytes, 'MB', { atMost: 512 }),
    figure(`${name}: start until synced`, readyMs / 1_000, 's'),
    figure(`${name}: a fill at the emulated vendor to the trader’s screen, p50`, percentile(latencies, 0.5), 'ms'),
    figure(`${name}: a fill at the emulated vendor to the trader’s screen, p99`, percentile(latencies, 0.99), 'ms', {
      atMost: 500,
    }),
    ...(isLocked
      ? [
          figure(`${name}: breach to flat and locked, slowest of ${breachCount}`, Math.max(...locks), 'ms', {
            atMost: 1_000,
          }),
        ]
      : []),
  ];
}

export async function measureBridges(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  const names = (['tradovate', 'volumetrica', 'rithmic'] as const).filter((name) => name.includes(options.step));
  for (const name of names) {
    figures.push(...(await measureBridge(name)));
    await endPart();
  }
  return figures;
}
