import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { root: '.', include: ['tests/site/**/*.test.ts'], testTimeout: 60_000 } });
