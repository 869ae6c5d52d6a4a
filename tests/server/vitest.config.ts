import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { filesInRun } from '../support/test-set.ts';

/** They use no database of the run's kind, or the embedded one in either case. */
const embeddedOnly = [
  'command-line',
  'env',
  'feed-crash-recovery',
  'invoice-pdf',
  'main',
  'prepared-pglite',
  'rithmic-fills',
  'sample-review',
  'simulated-trader',
  'simulator',
  'tradovate-fills',
  'vat-number',
  'volumetrica-fills',
];

/**
 * What they look at happens before the database: the steps at which a service dies, and calls that are refused. Recovery
 * of either database from a kill is tested by crash-recovery, feed-crash-recovery and trading-faults.
 */
const postgresOnly = [
  'access-matrix',
  'closure-crash-recovery',
  'copier-crash-recovery',
  'database-role',
  'hostile-text',
  'http-fuzz',
  'payout-crash-recovery',
  'remedy-crash-recovery',
  'stored-hostile-text',
  'wrong-clock',
];

/**
 * Left to npm run test:all: they start many programs, seed the demo many times, send every call
 * thirty times as each kind of person, draw many documents, wait for an outage's end, or play out
 * long random histories and whole tables of cases, of which other files test the main ones.
 * Started last, one of them would keep the others waiting.
 */
const slowest = [
  'http-fuzz',
  'stored-hostile-text',
  'address-answers',
  'mail-cannon',
  'main',
  'names-in-every-script',
  'command-line',
  'drawing',
  'fault-rehearsal',
  'demo-clock',
  'closure-crash-recovery',
  'copier-crash-recovery',
  'payout-crash-recovery',
  'remedy-crash-recovery',
  'seed',
  'backup',
  'certificates',
  'contested-sales',
  'inactive-subscriptions',
  'invoice-pdf',
  'money-histories',
  'money-moves',
  'orderable-packages',
  'payout-imports',
  'payout-statistics',
  'performance-review',
  'readiness',
  'receipts',
  'trading-faults',
  'crash-recovery',
  'feed-crash-recovery',
  'payout-histories',
  'provider-refund',
  'released',
  'remedy-batches',
  'rithmic-fills',
  'simulator',
  'tradovate-fills',
  'volumetrica-fills',
];

/**
 * What npm test runs on PostgreSQL, and only there: what starts a second server, or depends on locks, notifications or
 * the schema.
 */
const fastOnPostgres = [
  'copier-faults',
  'db',
  'faults',
  'feed',
  'jobs',
  'market',
  'order-numbers',
  'payout-concurrency',
  'request-concurrency',
  'stream',
  'upgrade',
];

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => slowest.includes(basename(moduleId, '.test.ts'));
    // A worker that changes projects starts again, so the files of a project stay together.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((of) => {
      const own = sorted.filter(({ project }) => project === of);
      return [...own.filter(isSlow), ...own.filter((file) => !isSlow(file))];
    });
  }
}

const choices = { embedded: { slow: [...slowest, ...fastOnPostgres] }, postgres: { fast: fastOnPostgres } };

/** All other tests run on both kinds of database; `--project postgres` runs one of them. */
const projects = (['embedded', 'postgres'] as const).map((name) => ({
  extends: true as const,
  test: {
    name,
    globalSetup: ['tests/server/support/databases.ts'],
    include: filesInRun('server', choices[name]),
    exclude: (name === 'postgres' ? embeddedOnly : postgresOnly).map((file) => `tests/server/**/${file}.test.ts`),
  },
}));

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    environment: 'node',
    // Files share a worker's modules, so that the program and the embedded database are loaded and compiled once.
    isolate: false,
    setupFiles: ['tests/server/support/quick-hashes.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // One more than there are cores in CI: tests on PostgreSQL wait for it a third of their time.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    projects,
  },
});
