import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { demoPassword, demoPeople } from '../../src/server/core/demo-people.ts';
import { startServer } from '../support/server.ts';
import { measureAddresses } from './addresses.ts';
import { measureApi } from './api.ts';
import { measureBuild } from './build.ts';
import { endAll, onEnd } from './clean-up.ts';
import { measureClicks } from './clicks.ts';
import { rehearseCluster } from './cluster/rehearse.ts';
import { findMissingForRestore, rehearseRestore } from './cluster/restore.ts';
import { findMissing } from './cluster/start.ts';
import { measureCopier } from './copier.ts';
import { measureEngine } from './engine-figures.ts';
import { measureFaults } from './faults.ts';
import { measureFeed } from './feed.ts';
import { measureHostile } from './hostile.ts';
import { measureInteractions } from './interactions.ts';
import { measureLayoutShift } from './layout-shift.ts';
import { measureLighthouse } from './lighthouse.ts';
import { loadEnvironment } from './load-samples.ts';
import { measureOffice } from './office.ts';
import { measureOrders } from './orders.ts';
import { measurePayouts } from './payouts.ts';
import { fillDatabase, startPostgres } from './postgres.ts';
import { measureReplay } from './replay-figures.ts';
import { openProbe } from './server-probe.ts';
import { measureSite } from './site.ts';
import { measureSlowNetwork } from './slow-network.ts';
import { measureSoak } from './soak.ts';
import { type Figure, renderTable } from './table.ts';
import { measureViewers } from './viewers.ts';
import { measureWeights } from './weights.ts';

/** The usual size of each part, and with `--short` one that only shows that it still runs. */
const sizes = {
  /** Database size for the read benchmarks. */
  traders: ['2000', '50'],
  fills: ['200000', '1000'],
  /** Accounts fed at the same time, and for how many seconds. */
  accounts: ['1000', '20'],
  seconds: ['20', '2'],
  /** Orders placed during faults. */
  orders: ['500', '20'],
  /** Rows of an office list, and live accounts at the risk desk. */
  rows: ['1000000', '2000'],
  live: ['20000', '100'],
  /** Duration and requests per second of `soak` and `hostile`. */
  minutes: ['10', '0.2'],
  rate: ['60', '20'],
  /** Clicks on an affiliate's link; bots add another fifth as many hits. */
  clicks: ['50000', '500'],
  /** People who watch the market. */
  viewers: ['500,5000', '20'],
  /** Questions and articles of the site that is built. */
  questions: ['720', '4'],
  articles: ['100', '4'],
} as const;
const isShort = process.argv.includes('--short');
const sized = Object.fromEntries(
  Object.entries(sizes).map(([name, [usual, short]]) => [name, { type: 'string', default: isShort ? short : usual }]),
) as Record<keyof typeof sizes, { readonly type: 'string'; readonly default: string }>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...sized,
    short: { type: 'boolean', default: false },
    only: {
      type: 'string',
      default: 'build,site,weights,lighthouse,slow-network,engine,replay,feed,faults,embedded,postgres',
    },
    /** Of the buyers during faults. */
    seed: { type: 'string', default: 'tidemark' },
    /** `layout-shift` visits the screens whose path contains this. */
    path: { type: 'string', default: '' },
  },
});
/** `npm run bench -- lighthouse` is short for `--only lighthouse`. */
const parts = new Set(positionals.length > 0 ? positionals : values.only.split(','));
/** Of a measurement of what a server can do at most. */
const loadSeconds = isShort ? 1 : 8;
const numberFormat = new Intl.NumberFormat('en');

function report(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

async function openServer(env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  onEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = await startServer({ dataDir, env: { LOG_LEVEL: 'error', ...env } });
  onEnd(() => server.stop());
  return server;
}

async function logIn(origin: string, email = 'trader@example.com'): Promise<string> {
  const answer = await fetch(`${origin}/api/submit_login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  const { token } = (await answer.json()) as { token?: string };
  if (!token) throw new Error(`${email} could not sign in: ${answer.status}`);
  return token;
}

async function measureEmbedded(): Promise<Figure[]> {
  const server = await openServer({ DEMO: '1', TRUST_PROXY: '1' });
  const token = await logIn(server.origin);
  const figures: Figure[] = [];
  if (parts.has('weights')) {
    report('weighing pages in a browser …');
    figures.push(...(await measureWeights(server.origin, token)));
  }
  if (parts.has('lighthouse')) {
    report('visiting ten pages with Lighthouse …');
    figures.push(...(await measureLighthouse(server.origin)));
  }
  if (parts.has('slow-network')) {
    report('visiting forms and figures on slow 4G …');
    figures.push(...(await measureSlowNetwork(server.origin, token)));
  }
  if (parts.has('interactions')) {
    report('pressing and typing on a slow processor …');
    figures.push(...(await measureInteractions(server.origin, token)));
  }
  if (parts.has('layout-shift')) {
    report('visiting every screen on slow 4G, for some minutes …');
    figures.push(...(await measureLayoutShift(server.origin, values.path, report)));
  }
  if (parts.has('addresses')) {
    report('comparing known and unknown addresses …');
    figures.push(...(await measureAddresses(server.origin)));
  }
  if (parts.has('site')) {
    report('reading a page …');
    figures.push(...(await measureSite(server.origin, loadSeconds)));
  }
  if (parts.has('embedded')) {
    report('reading the API on the embedded database …');
    figures.push(...(await measureApi(server.origin, { tokens: [token], database: 'embedded', seconds: loadSeconds })));
  }
  await server.stop();
  return figures;
}

async function measurePostgres(): Promise<Figure[]> {
  const [traders, fills] = [Number(values.traders), Number(values.fills)];
  report('starting PostgreSQL …');
  const url = await startPostgres();
  const server = await openServer({ DEMO: '1', TRUST_PROXY: '1', DATABASE_URL: url });
  report(`storing ${numberFormat.format(traders)} traders and ${numberFormat.format(fills)} fills …`);
  const tokens = await fillDatabase(url, traders, fills);
  report('reading the API on PostgreSQL …');
  const figures = await measureApi(server.origin, {
    tokens,
    database: 'PostgreSQL',
    seconds: loadSeconds,
    hasTargets: true,
  });
  await server.stop();
  return [{ what: 'PostgreSQL: fills stored', measured: numberFormat.format(fills) }, ...figures];
}

const openFolder = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), `tidemark-${name}-`));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const loadOf = (origins: readonly string[], tokens: readonly string[]) => ({
  ...{ origins, tokens, perSecond: Number(values.rate), minutes: Number(values.minutes) },
});

async function soak(): Promise<Figure[]> {
  const file = join(openFolder('soak'), 'load.jsonl');
  const environment = loadEnvironment(file, { everyMs: 10_000, collects: true });
  const server = await openServer({ DEMO: '1', TRUST_PROXY: '1', ...environment });
  const figures = await measureSoak(loadOf([server.origin], [await logIn(server.origin)]), file, report);
  await server.stop();
  return figures;
}

async function hostile(): Promise<Figure[]> {
  const [folder, url] = [openFolder('hostile'), await startPostgres()];
  const files = ['1', '2'].map((name) => join(folder, `${name}.jsonl`));
  const copies: Awaited<ReturnType<typeof openServer>>[] = [];
  for (const file of files) {
    const environment = loadEnvironment(file, { everyMs: 1_000 });
    copies.push(await openServer({ DEMO: '1', TRUST_PROXY: '1', DATABASE_URL: url, ...environment }));
  }
  const origins = copies.map(({ origin }) => origin);
  const tokens = await Promise.all(demoPeople.map(({ email }) => logIn(origins[0] ?? '', email)));
  const figures = await measureHostile(loadOf(origins, tokens), files, report);
  await Promise.all(copies.map((copy) => copy.stop()));
  return figures;
}

async function clicks(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-clicks-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const probe = openProbe(folder);
  const server = await openServer({ DEMO: '1', TRUST_PROXY: '1', ...probe.env });
  const load = { clicks: Number(values.clicks), others: Number(values.clicks) / 5 };
  const figures = await measureClicks(server.origin, load, () => probe.readSamples().at(-1)?.cpuMs ?? 0);
  await server.stop();
  return figures;
}

/** @param figures receives each part's figures, so that a failing part loses none of the earlier ones */
async function measureAll(figures: Figure[]): Promise<void> {
  if (parts.has('build')) {
    report('building the site …');
    figures.push(...(await measureBuild({ questions: Number(values.questions), articles: Number(values.articles) })));
  }
  if (parts.has('engine')) {
    report('applying events …');
    figures.push(...(await measureEngine()));
  }
  if (parts.has('replay')) {
    report('replaying a file of 100,000 fills …');
    figures.push(...(await measureReplay()));
  }
  if (parts.has('feed')) {
    report('feeding accounts on PostgreSQL …');
    figures.push(...(await measureFeed(Number(values.accounts), Number(values.seconds))));
  }
  if (parts.has('copier')) {
    report('copying to followers on PostgreSQL …');
    figures.push(...(await measureCopier()));
  }
  if (parts.has('viewers')) {
    report(`streaming the market to ${values.viewers} viewers …`);
    figures.push(...(await measureViewers(values.viewers.split(',').map(Number))));
  }
  if (parts.has('orders')) {
    report('trading on PostgreSQL and on the embedded database …');
    figures.push(...(await measureOrders()));
  }
  if (parts.has('payouts')) {
    report('requesting and exporting payouts on PostgreSQL …');
    figures.push(...(await measurePayouts()));
  }
  if (parts.has('faults')) {
    report('selling while servers are killed, for a few minutes …');
    figures.push(...(await measureFaults(Number(values.orders), values.seed)));
  }
  if (parts.has('cluster')) {
    const missing = findMissing();
    report(missing ?? 'killing each part of the cluster under load, for some minutes …');
    if (missing === null) figures.push(...(await rehearseCluster(Number(values.rate), report)));
  }
  if (parts.has('restore')) {
    const missing = findMissingForRestore();
    report(missing ?? 'losing a database machine, and restoring it …');
    if (missing === null) figures.push(...(await rehearseRestore(report)));
  }
  if (['office', 'reviews', 'risk'].some((part) => parts.has(part))) {
    report('filling the lists of the office and the risk desk …');
    figures.push(...(await measureOffice(parts, { rows: Number(values.rows), accounts: Number(values.live) })));
  }
  if (parts.has('clicks')) {
    report(`counting ${numberFormat.format(Number(values.clicks))} clicks …`);
    figures.push(...(await clicks()));
  }
  if (parts.has('hostile')) {
    report(`sending long texts to every field, then fuzzing all calls for ${values.minutes} minutes …`);
    figures.push(...(await hostile()));
  }
  if (parts.has('soak')) {
    report(`fuzzing and reading for ${values.minutes} minutes …`);
    figures.push(...(await soak()));
  }
  if (
    ['weights', 'lighthouse', 'slow-network', 'layout-shift', 'interactions', 'addresses', 'site', 'embedded'].some(
      (part) => parts.has(part),
    )
  )
    figures.push(...(await measureEmbedded()));
  if (parts.has('postgres')) figures.push(...(await measurePostgres()));
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void endAll().then(() => process.exit(130)));
}
const measured: Figure[] = [];
const show = () => process.stdout.write(`\n${renderTable(measured)}\n\n`);
try {
  await measureAll(measured);
  await endAll();
  show();
} catch (error) {
  await endAll();
  if (measured.length > 0) show();
  console.error(error);
  process.exit(1);
}
