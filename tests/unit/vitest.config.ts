import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { filesInRun } from '../support/test-set.ts';

/** They play out thousands of histories, files or traders, which takes most of the suite's time. */
const slow = [
  'best-response',
  'commission-histories',
  'demo-histories',
  'dirty-files.properties',
  'economics',
  'mirrors-and-spreads',
  'simulated-trader',
];

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: filesInRun('unit', { slow }),
    environment: 'node',
    // Files share a worker's modules, so the program is loaded only once.
    isolate: false,
    testTimeout: 900_000,
    hookTimeout: 900_000,
    maxWorkers: 2,
  },
});
