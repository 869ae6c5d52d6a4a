import { defineConfig } from 'vitest/config';

/** Only the rules' tests; each mutant runs against those that cover it. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: { include: ['tests/unit/domain/**/*.test.ts'], environment: 'node', testTimeout: 120_000 },
});
