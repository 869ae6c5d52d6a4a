import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: '.',
    include: ['tests/checks/**/*.test.ts'],
    // A busy machine takes many times longer.
    testTimeout: 60_000,
  },
});
