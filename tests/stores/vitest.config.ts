import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    include: ['tests/stores/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['tests/server/support/databases.ts'],
    // Each file starts with fresh stores. The server, which pages never share, loads once per worker.
    isolate: false,
    setupFiles: ['tests/stores/fresh-stores.ts'],
    server: { deps: { external: [/\/src\/server\//, /\/tests\/server\/support\//] } },
    env: { PUBLIC_API_ROOT: 'http://app.test/api' },
    testTimeout: 900_000,
    hookTimeout: 900_000,
    maxWorkers: 2,
  },
});
