import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    include: ['tests/stores/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['tests/server/support/databases.ts'],
    env: { PUBLIC_API_ROOT: 'http://app.test/api' },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
