import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    include: ['tests/unit/**/*.test.ts'],
    environment: 'node',
    // Files share a worker's modules, so the program is loaded only once.
    isolate: false,
    testTimeout: 900_000,
    hookTimeout: 900_000,
    maxWorkers: 2,
  },
});
