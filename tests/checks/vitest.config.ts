import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: '.',
    include: ['tests/checks/**/*.test.ts'],
    testTimeout: 900_000,
    // Files share a worker's modules, so that the compiler and the program are loaded only once.
    isolate: false,
    maxWorkers: 2,
  },
});
