import { defineConfig } from 'vitest/config';
import { filesInRun } from '../support/test-set.ts';

export default defineConfig({
  test: {
    root: '.',
    // Builds the site again, several times.
    include: filesInRun('site', { slow: ['content-release'] }),
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // The release workflow's builds take most of the time and leave a core to the other files.
    maxWorkers: 2,
  },
});
