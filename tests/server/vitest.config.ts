import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    include: ['tests/server/**/*.test.ts'],
    environment: 'node',
    // Files share a worker's modules, so that the program and the embedded database are loaded and compiled once.
    isolate: false,
    globalSetup: ['tests/server/support/databases.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
});
