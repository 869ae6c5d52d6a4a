import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: '.',
    include: ['tests/site/**/*.test.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // The release workflow's builds take most of the time and leave a core to the other files.
    maxWorkers: 2,
  },
});
