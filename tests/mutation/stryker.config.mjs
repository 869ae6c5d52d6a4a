/**
 * Mutation tests of the rules: `npm run mutate`, or `npm run mutate -- --mutate 'src/domain/payout/*.ts'` for a part.
 */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
  mutate: ['src/domain/**/*.ts', '!src/domain/**/types.ts', '!src/domain/**/contract-specs.ts'],
  ignorePatterns: ['/dist', '/.data', '/.astro', '/test-results', '/content/pictures', '/tests/e2e', '/tests/server'],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 20_000,
  incremental: true,
  incrementalFile: 'node_modules/.cache/mutation.json',
  tempDirName: '.cache/mutation',
  cleanTempDir: 'always',
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
