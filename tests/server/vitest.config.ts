import { defineConfig } from 'vitest/config';

/** They start no server on a database of the run's kind, so that both kinds would be the same run. */
const withoutDatabase = [
  'env',
  'invoice-pdf',
  'main',
  'prepared-pglite',
  'sample-review',
  'simulated-trader',
  'vat-number',
];

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    include: ['tests/server/**/*.test.ts'],
    exclude:
      process.env.TEST_DATABASE === 'postgres' ? withoutDatabase.map((name) => `tests/server/${name}.test.ts`) : [],
    environment: 'node',
    // Files share a worker's modules, so that the program and the embedded database are loaded and compiled once.
    isolate: false,
    globalSetup: ['tests/server/support/databases.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
});
