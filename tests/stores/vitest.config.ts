import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
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
