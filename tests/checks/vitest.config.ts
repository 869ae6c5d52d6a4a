import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { root: '.', include: ['tests/checks/**/*.test.ts'], testTimeout: 900_000 } });
