import { resolve } from 'node:path';
import { build } from '../../src/tools/commands.mjs';
import { ensureInstalledIn, root } from '../../src/tools/install.mjs';
import { ensureBrowser, findFirefox, findTestBrowser, findWebKitDriver } from './browser.mjs';
import { ensureMemoryFolder } from './memory-folder.mjs';

/** Where the runners of this command write their reports. */
export const reports = resolve(root, 'node_modules/.cache/reports', String(process.pid));

function createTestEnvironment(extra = {}) {
  const folder = ensureMemoryFolder();
  return {
    // Collecting garbage of short tests early saves a twentieth of their processor time.
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim(),
    ...(folder ? { TMPDIR: folder } : {}),
    ...extra,
  };
}

const testBrowser = { name: 'browser', command: ['node', 'tests/runner/install-browsers.mjs', 'test'] };
const otherBrowsers = { name: 'other browsers', command: ['node', 'tests/runner/install-browsers.mjs', 'others'] };

const format = { name: 'format and lint', command: ['biome', 'check', '.'] };
// Also writes .astro/types.d.ts, which the types of scripts include.
const pageTypes = {
  name: 'types of pages',
  command: ['astro', 'check', '--minimumFailingSeverity', 'warning', '--tsconfig', 'src/tools/tsconfig.pages.json'],
};
// Each further checker works out most types again.
const compile = ['node', 'node_modules/typescript-native/bin/tsc', '--noEmit', '--checkers', '1'];
const typesCache = resolve(root, 'node_modules/.cache/types.tsbuildinfo');
const scriptTypes = {
  name: 'types of scripts',
  command: [...compile, '--incremental', '--tsBuildInfoFile', typesCache],
};
const content = { name: 'content', command: ['node', 'src/tools/content.ts'] };
const unused = { name: 'unused code', command: ['knip'] };

/**
 * A step that runs tests of a suite, a folder of tests/.
 * @param set `fast` for what npm test runs, `rest` for what npm run test:all adds; all tests without it
 * @param extra files, titles and options for the runner
 */
export function runTests(suite, set, extra = []) {
  const isBrowsers = suite === 'e2e';
  const of = `${isBrowsers ? 'browser' : suite} tests`;
  const name = set === 'rest' ? `rest of the ${of}` : of;
  const report = resolve(reports, `${name.replaceAll(' ', '-')}.json`);
  const shared = { name, report };
  const TEST_SET = set ?? '';
  if (!isBrowsers) {
    const config = ['--config', `tests/${suite}/vitest.config.ts`];
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    return {
      ...shared,
      needs: suite === 'site' ? ['build'] : [],
      command: ['vitest', 'run', ...config, ...reporters, ...extra],
      env: () => createTestEnvironment({ TEST_SET }),
    };
  }
  return {
    ...shared,
    needs: ['browser', 'build'],
    command: ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', ...extra],
    env: () =>
      createTestEnvironment({
        TEST_SET,
        CHROMIUM_PATH: findTestBrowser() ?? '',
        FIREFOX_PATH: findFirefox() ?? '',
        WEBKIT_DRIVER_PATH: findWebKitDriver() ?? '',
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        // Compiled tests, which the next run uses again.
        PLAYWRIGHT_TRANSFORM_CACHE_DIR: resolve(root, 'node_modules/.cache/playwright'),
      }),
  };
}

/**
 * The benchmarks. With `isShort` they only show that they still run: those whose packages can't be installed are then
 * skipped, with a line that says so.
 */
export const benchmarks = ({ parameters = [], isShort = false }) => [
  { name: 'packages of tests/bench', call: () => ensureInstalledIn('tests/bench', { mayFail: isShort }) },
  {
    name: 'benchmarks',
    needs: ['build'],
    command: ['node', 'tests/bench/main.ts', ...parameters, ...(isShort ? ['--short'] : [])],
    env: async () => {
      const browser = { CHROMIUM_PATH: findTestBrowser() ?? (await ensureBrowser()) };
      // Figures are measured with the settings of production, and their databases on a disk.
      return isShort ? createTestEnvironment(browser) : browser;
    },
  },
];

/** The site and one test of each suite in folders, accounts and languages as people have them. */
export const places = (parameters) => ({
  name: 'places',
  needs: ['build'],
  command: ['node', 'tests/places/main.ts', ...parameters],
});

// Alone, each of these leaves half of two cores idle.
const fast = [
  {
    together: [
      [format, pageTypes, scriptTypes, unused, content],
      [runTests('checks'), runTests('specification'), runTests('unit', 'fast')],
      [testBrowser],
    ],
  },
  { together: [[build, runTests('site', 'fast')], [runTests('stores')]] },
  runTests('server', 'fast'),
  runTests('e2e', 'fast'),
];

const rest = [
  { together: [[runTests('site', 'rest')], [otherBrowsers, runTests('unit', 'rest')]] },
  runTests('server', 'rest'),
  runTests('e2e', 'rest'),
  ...benchmarks({ isShort: true }),
  places(['--quick']),
];

/** What each command about tests runs; every step of `test` is one of `test:all`. */
export const testTasks = {
  test: fast,
  'test:all': [...fast, ...rest],
  check: [
    {
      together: [
        [format, scriptTypes],
        [
          content,
          runTests('checks'),
          runTests('specification'),
          { ...runTests('unit', undefined, ['--changed', '--passWithNoTests']), mayBeEmpty: true },
        ],
      ],
    },
  ],
};

export const flatten = (steps) => steps.flatMap((step) => step.together?.flat() ?? [step]);

/** Every step of the tests, in the order in which they can run. */
export const allSteps = flatten(testTasks['test:all']);
