import type { Gauge, Registry } from 'prom-client';
import type { Connection } from '#server/core/database/connect.ts';
import type { Deps } from '#server/core/deps.ts';
import { findUnreadiness } from '#server/core/health/check-ready.ts';
import { readFreeDisk } from '#server/core/health/free-disk.ts';
import { memoryLimitBytes } from '#server/core/health/memory-limit.ts';
import { optionalLibraries } from '#server/core/libraries.ts';
import type { Telemetry } from '#server/core/telemetry.ts';
import { factGauges } from './gauges.ts';
import { type Facts, readFactsInTime } from './read-facts.ts';

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const jobBuckets = [0.01, 0.05, 0.25, 1, 5, 15, 60, 120];
const lagBuckets = [0.1, 0.5, 1, 5, 15, 60, 300, 1_800, 7_200];

/** Around the limits of good and poor. */
const lcpBuckets = [0.5, 1, 1.8, 2.5, 4, 8];
const inpBuckets = [0.05, 0.1, 0.2, 0.5, 1];
const clsBuckets = [0.01, 0.05, 0.1, 0.25, 0.5];

/** Metrics in memory, and what a reader asks of the database. Loads its library, so only call it if they are on. */
export async function createMetrics(deps: Deps, connection: Connection): Promise<Telemetry> {
  const library = await optionalLibraries.promClient();
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = library;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const { version, build } = deps.env.monitoring;
  new Gauge({ name: 'tidemark_build_info', help: 'What runs.', labelNames: ['version', 'build'], registers })
    .labels({ version, build: build ?? '' })
    .set(1);
  const observe = <Label extends string>(name: string, help: string, buckets: number[], ...labelNames: Label[]) =>
    new Histogram({ name, help, buckets, labelNames, registers });
  const calls = 'tidemark_request_duration_seconds';
  const requests = observe(calls, 'Calls of the API by route.', requestBuckets, 'route', 'method', 'status');
  const jobs = observe('tidemark_job_duration_seconds', 'Runs of jobs.', jobBuckets, 'queue', 'outcome');
  const webhooks = observe('tidemark_webhook_lag_seconds', 'From a provider’s message to its effect.', lagBuckets);
  const lcp = observe('tidemark_page_lcp_seconds', 'Largest Contentful Paint of visitors.', lcpBuckets, 'page');
  const inp = observe('tidemark_page_inp_seconds', 'Interaction to Next Paint of visitors.', inpBuckets, 'page');
  const cls = observe('tidemark_page_cls', 'Cumulative Layout Shift of visitors.', clsBuckets, 'page');
  const streams = new Gauge({ name: 'tidemark_open_streams', help: 'Open streams.', labelNames: ['kind'], registers });
  const databaseUp = new Gauge({ name: 'tidemark_database_up', help: '1 if the database answers.', registers });
  const notReady = new Gauge({
    ...{ name: 'tidemark_not_ready', help: '1 if visitors can’t be served, by what keeps them.', registers },
    labelNames: ['check'],
  });
  watchProcess(library, registers, deps, connection);
  const facts = new Map(
    Object.entries(factGauges).map(([name, { help, label }]) => [
      name,
      new Gauge<string>({ name, help, labelNames: label ? [label] : [], registers }),
    ]),
  );

  /** Without an answer of the database, its metrics are absent rather than out of date. */
  function setFacts(read: Facts | null): void {
    databaseUp.set(read === null ? 0 : 1);
    for (const [name, { label = '', read: readValues }] of Object.entries(factGauges)) {
      const gauge = facts.get(name) as Gauge<string>;
      gauge.reset();
      if (read === null) {
        if (label === '') gauge.remove();
        continue;
      }
      const values = readValues(read);
      if (typeof values === 'number') gauge.set(values);
      else for (const [key, value] of values) gauge.set({ [label]: key }, value);
    }
  }

  let reading: Promise<string> | undefined;
  async function read(): Promise<string> {
    setFacts(await readFactsInTime(deps));
    const unreadiness = await findUnreadiness(deps);
    notReady.reset();
    if (unreadiness) notReady.set({ check: unreadiness.check }, 1);
    return registry.metrics();
  }

  return {
    recordRequest({ route, method, status, durationMs }) {
      requests.observe({ route, method, status: String(status) }, durationMs / 1_000);
    },
    recordJob({ name, outcome, durationMs }) {
      jobs.observe({ queue: name, outcome }, durationMs / 1_000);
    },
    recordPage({ route, ...measured }) {
      if (measured.lcpMs !== undefined) lcp.observe({ page: route }, measured.lcpMs / 1_000);
      if (measured.inpMs !== undefined) inp.observe({ page: route }, measured.inpMs / 1_000);
      if (measured.cls !== undefined) cls.observe({ page: route }, measured.cls);
    },
    countStream: (kind, change) => streams.inc({ kind }, change),
    recordWebhook: (lagMs) => webhooks.observe(lagMs / 1_000),
    /** Those who ask at the same time share an answer. */
    readMetrics() {
      reading ??= read().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}

type Library = Awaited<ReturnType<typeof optionalLibraries.promClient>>;

/** What this copy itself knows when it is asked. */
function watchProcess({ Counter, Gauge }: Library, registers: Registry[], deps: Deps, connection: Connection): void {
  const readOut = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        this.set(await read());
      },
    });
  // Born at 0 with the process, so that the first failures also count as an increase.
  const countOut = (name: string, help: string, read: () => number) =>
    new Counter({
      ...{ name, help, registers },
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  countOut('tidemark_calls_total', 'Calls of the API, but for those about readiness.', () => deps.load.calls);
  countOut('tidemark_failed_calls_total', 'Those that ended with a 5xx.', () => deps.load.failed);
  readOut('tidemark_memory_limit_bytes', 'The memory this copy may use.', () => memoryLimitBytes);
  readOut('tidemark_disk_free_ratio', 'The free part of this machine’s disk.', async () => {
    return (await readFreeDisk(deps.env)).part;
  });
  readOut('tidemark_pool_waiting_requests', 'Requests that wait for a database connection.', deps.load.waiting);
  new Gauge({
    ...{ name: 'tidemark_pool_connections', help: 'Database connections by use.', labelNames: ['use'], registers },
    collect() {
      const { totalCount, idleCount } =
        connection.kind === 'postgres' ? connection.pool : { totalCount: 1, idleCount: 1 };
      this.set({ use: 'idle' }, idleCount);
      this.set({ use: 'busy' }, totalCount - idleCount);
    },
  });
}
