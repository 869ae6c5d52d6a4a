import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: { include: ['tests/specification/**/*.test.ts'], testTimeout: 900_000 },
});
