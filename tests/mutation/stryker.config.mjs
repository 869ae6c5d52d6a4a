/**
 * Mutation tests of the rules: `npm run mutate`, or `npm run mutate -- --mutate 'src/shared/payouts/*.ts'` for a part.
 * `MUTATION_TESTS=tests/unit/orders/order.test.ts,…` runs these tests only, for a quick look at what they miss.
 * Code that runs once, when a module is loaded, is left out: each of its mutants would cost a run of every test.
 */
export default {
  plugins: ['./tests/mutation/in-process.mjs'],
  testRunner: 'in-process',
  maxTestRunnerReuse: 400,
  mutate: [
    'src/lib/money/*.ts',
    'src/shared/**/*.ts',
    '!src/shared/{core,firm,office}/**/*.ts',
    '!src/shared/*/office{.ts,/*.ts}',
    '!src/shared/!(exchange)/contract*.ts',
    '!src/shared/replay/shared-{days,replay}.ts',
    '!src/shared/**/*types.ts',
    '!src/shared/exchange/contract-specs.ts',
  ],
  ignorePatterns: ['**', '!package.json', '!content/**/*.{yaml,json,md}', '!src/**/*.ts', '!tests/unit/**'],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 10_000,
  incremental: true,
  incrementalFile: 'node_modules/.cache/mutation.json',
  tempDirName: '.cache/mutation',
  cleanTempDir: 'always',
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
