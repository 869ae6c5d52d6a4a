import { defineConfig } from 'vitest/config';

/** Only the tests of the rules; a mutant is tried against those that cover it. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: { include: ['tests/unit/domain/**/*.test.ts'], environment: 'node' },
});
