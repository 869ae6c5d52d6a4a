import { join } from 'node:path';
import { demoPeople } from '../../src/server/core/demo-people.ts';
import { measureAddresses } from './addresses.ts';
import { measureApi } from './api.ts';
import { measureBridges } from './bridges.ts';
import { measureBuild } from './build.ts';
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
import { measureLists, openOffice } from './office.ts';
import { options } from './options.ts';
import { measureOrders } from './orders.ts';
import { measurePayouts } from './payouts.ts';
import { fillDatabase, startPostgres } from './postgres.ts';
import { measureReplay } from './replay-figures.ts';
import { measureReviews } from './reviews.ts';
import { measureDesk } from './risk.ts';
import { openProbe } from './server-probe.ts';
import { type Embedded, logIn, openEmbedded, openFolder, openServer } from './servers.ts';
import { measureSite } from './site.ts';
import { measureSlowNetwork } from './slow-network.ts';
import { measureSoak } from './soak.ts';
import type { Figure } from './table.ts';
import { measureViewers } from './viewers.ts';
import { measureWeights } from './weights.ts';

export type Report = (line: string) => void;

export type Part = {
  readonly name: string;
  readonly what: string;
  /** Runs only when it is named, because it takes many minutes or is of interest to few. */
  readonly onlyNamed?: true;
  /** Shares its server with the other parts on the embedded database. */
  readonly onEmbedded?: true;
  /** The package of tests/bench that it needs. */
  readonly package?: string;
  /** A rehearsal with the system's own programs: what it lacks here, in one sentence. It has no short form. */
  readonly findMissing?: () => string | null;
  readonly measure: (report: Report) => Promise<readonly Figure[]>;
};

const onEmbedded = (
  name: string,
  what: string,
  measure: (server: Embedded, report: Report) => Promise<readonly Figure[]>,
) =>
  ({ name, what, onEmbedded: true, measure: async (report: Report) => measure(await openEmbedded(), report) }) as const;

const loadOf = (origins: readonly string[], tokens: readonly string[]) => ({
  ...{ origins, tokens, perSecond: options.rate, minutes: options.minutes },
});

async function measurePostgres(): Promise<Figure[]> {
  const url = await startPostgres();
  const { origin } = await openServer({ DATABASE_URL: url });
  const tokens = await fillDatabase(url, options.traders, options.fills);
  const fills = options.fills.toLocaleString('en');
  const reads = { tokens, database: 'PostgreSQL', seconds: options.loadSeconds, hasTargets: true } as const;
  return [{ what: 'PostgreSQL: fills stored', measured: fills }, ...(await measureApi(origin, reads))];
}

async function soak(report: Report): Promise<Figure[]> {
  const file = join(openFolder('soak'), 'load.jsonl');
  const { origin } = await openServer(
    loadEnvironment(file, { everyMs: options.minutes < 1 ? 500 : 10_000, collects: true }),
  );
  return measureSoak(loadOf([origin], [await logIn(origin)]), file, report);
}

async function hostile(report: Report): Promise<Figure[]> {
  const [folder, url] = [openFolder('hostile'), await startPostgres()];
  const files = ['1', '2'].map((name) => join(folder, `${name}.jsonl`));
  const origins: string[] = [];
  for (const file of files) {
    const { origin } = await openServer({ DATABASE_URL: url, ...loadEnvironment(file, { everyMs: 1_000 }) });
    origins.push(origin);
  }
  const tokens = await Promise.all(demoPeople.map(({ email }) => logIn(origins[0] ?? '', email)));
  return measureHostile(loadOf(origins, tokens), files, report);
}

async function clicks(): Promise<Figure[]> {
  const probe = openProbe(openFolder('clicks'));
  const { origin } = await openServer(probe.env);
  const load = { clicks: options.clicks, others: options.clicks / 5 };
  return measureClicks(origin, load, () => probe.readSamples().at(-1)?.cpuMs ?? 0);
}

/** Every part, in the order in which they run. */
export const parts: readonly Part[] = [
  { name: 'build', what: 'a large site, and again after one change', measure: () => measureBuild(options) },
  { name: 'engine', what: 'the rules engine', measure: measureEngine },
  { name: 'replay', what: 'a file of 100,000 fills under every account', measure: measureReplay },
  { name: 'feed', what: 'accounts fed on PostgreSQL', measure: () => measureFeed(options.accounts, options.seconds) },
  {
    name: 'bridges',
    what: 'each trading platform’s bridge with 2,000 accounts',
    onlyNamed: true,
    measure: measureBridges,
  },
  {
    name: 'faults',
    what: 'sales while servers are killed',
    measure: () => measureFaults(options.orders, options.seed),
  },
  {
    name: 'cluster',
    what: 'deploy/cluster under load, each part killed, `--rate=200`',
    ...{ onlyNamed: true, findMissing },
    measure: (report) => rehearseCluster(options.rate, report),
  },
  {
    name: 'restore',
    what: 'a database machine lost and restored',
    ...{ onlyNamed: true, findMissing: findMissingForRestore },
    measure: rehearseRestore,
  },
  { name: 'copier', what: 'trades copied to followers', onlyNamed: true, measure: measureCopier },
  { name: 'viewers', what: 'viewers of the market', onlyNamed: true, measure: () => measureViewers(options.viewers) },
  { name: 'orders', what: 'orders from a trading screen', onlyNamed: true, measure: measureOrders },
  { name: 'payouts', what: 'payouts requested and exported', onlyNamed: true, measure: measurePayouts },
  {
    name: 'office',
    what: 'lists of the back office, `--rows=1000000`',
    onlyNamed: true,
    measure: async () => measureLists(await openOffice(), options.rows),
  },
  {
    name: 'reviews',
    what: 'the list of performance reviews',
    onlyNamed: true,
    measure: async () => measureReviews(await openOffice()),
  },
  {
    name: 'risk',
    what: 'the risk desk, `--live=20000`',
    onlyNamed: true,
    measure: async () => measureDesk(await openOffice(), options.live),
  },
  { name: 'clicks', what: 'clicks on an affiliate’s link', onlyNamed: true, measure: clicks },
  {
    name: 'hostile',
    what: 'long texts, texts stored and opened, and all calls fuzzed, `--minutes=30`',
    onlyNamed: true,
    measure: hostile,
  },
  { name: 'soak', what: 'memory under mixed use, `--minutes=60`', onlyNamed: true, measure: soak },
  onEmbedded('weights', 'bytes of pages', ({ origin, token }) => measureWeights(origin, token)),
  {
    ...onEmbedded('lighthouse', 'ten pages in Lighthouse', ({ origin }) => measureLighthouse(origin)),
    package: 'lighthouse',
  },
  onEmbedded('slow-network', 'screens on slow 4G', ({ origin, token }) => measureSlowNetwork(origin, token)),
  {
    ...onEmbedded('interactions', 'taps and keys on a slow processor', ({ origin, token }) =>
      measureInteractions(origin, token),
    ),
    onlyNamed: true,
  },
  {
    ...onEmbedded('layout-shift', 'all screens on slow 4G, `--path=check-out` for some', ({ origin }, report) =>
      measureLayoutShift(origin, options.path, report),
    ),
    onlyNamed: true,
  },
  {
    ...onEmbedded('addresses', 'known and unknown addresses', ({ origin }) => measureAddresses(origin)),
    onlyNamed: true,
  },
  {
    ...onEmbedded('site', 'pages from our server and from others', ({ origin }) =>
      measureSite(origin, options.loadSeconds),
    ),
    package: 'autocannon',
  },
  {
    ...onEmbedded('embedded', 'the API on the embedded database', ({ origin, token }) =>
      measureApi(origin, { tokens: [token], database: 'embedded', seconds: options.loadSeconds }),
    ),
    package: 'autocannon',
  },
  {
    name: 'postgres',
    what: 'the API on PostgreSQL, `--fills=10000000`',
    package: 'autocannon',
    measure: measurePostgres,
  },
];
