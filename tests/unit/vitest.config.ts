import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { filesInRun } from '../support/test-set.ts';

/** They play out thousands of histories, which takes two thirds of the suite's time. */
const slow = ['simulated-trader', 'demo-histories', 'economics', 'best-response'];

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
