import './require-node.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { ensureBrowser, ensureFirefox, ensureTestBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { say, seconds, stop } from './console.mjs';
import { ensureInstalled, ensureInstalledIn, requireRuntimePackages, root } from './install.mjs';
import { ensureMemoryFolder } from './memory-folder.mjs';
import { runSteps } from './run-steps.mjs';
import { summarizeTests } from './test-summary.mjs';

const reports = resolve(root, 'node_modules/.cache/reports');

/** Arguments after `--` on the command line. */
const extraArguments = process.argv.slice(3);

function createTestEnvironment(extra = {}) {
  const folder = ensureMemoryFolder();
  return {
    // Collecting garbage of short tests early saves a twentieth of their processor time.
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim(),
    ...(folder ? { TMPDIR: folder } : {}),
    ...extra,
  };
}

const vitest = (suite, env = {}, label = suite) => ({
  name: `${label} tests`,
  command: [
    'vitest',
    'run',
    '--config',
    `tests/${suite}/vitest.config.ts`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${resolve(reports, `${label.replaceAll(' ', '-')}.json`)}`,
  ],
  env: () => createTestEnvironment(env),
});

const format = { name: 'format and lint', command: ['biome', 'check', '.'] };
// Also writes .astro/types.d.ts, which the types of scripts include.
const pageTypes = {
  name: 'types of pages',
  command: ['astro', 'check', '--minimumFailingSeverity', 'warning', '--tsconfig', 'src/tools/tsconfig.pages.json'],
};
const scriptTypes = {
  name: 'types of scripts',
  // Each further checker works out most types again.
  command: ['node', 'node_modules/typescript-native/bin/tsc', '--noEmit', '--checkers', '1'],
};
const unused = { name: 'unused code', command: ['knip'] };
const database = (verb) => ({ name: verb, command: ['node', 'src/tools/database.ts', verb, ...extraArguments] });
const staff = (verb) => ({ name: verb, command: ['node', 'src/tools/staff.ts', verb, ...extraArguments] });
const person = (verb) => ({ name: verb, command: ['node', 'src/tools/person.ts', verb, ...extraArguments] });
const release = (verb) => ({ name: verb, command: ['node', 'src/tools/release.ts', verb, ...extraArguments] });
const site = vitest('site');
const links = { ...site, name: 'links', command: [...site.command, 'tests/site/links.test.ts'] };
const needsBrowser = () => ({ CHROMIUM_PATH: ensureBrowser() });
const build = { name: 'build', call: () => ensureBuilt() };

/** Packages that take a quarter of the installation's time, and that most people never need. */
const packagesOf = (folder) => ({ name: `packages of ${folder}`, call: () => ensureInstalledIn(folder) });
const browsers = { name: 'browsers', command: ['node', 'src/tools/install-browsers.mjs'] };
// Alone, each of these leaves half of two cores idle.
const quick = {
  together: [
    [format, pageTypes, scriptTypes, unused],
    [vitest('checks'), vitest('unit')],
  ],
};
const verify = [quick, { together: [[build, site], [vitest('stores')]] }, vitest('server')];

const browserTests = {
  name: 'browser tests',
  command: ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', ...extraArguments],
  env: () =>
    createTestEnvironment({
      CHROMIUM_PATH: ensureTestBrowser(),
      FIREFOX_PATH: ensureFirefox(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(reports, 'browser.json'),
      // Compiled tests, which the next run uses again.
      PLAYWRIGHT_TRANSFORM_CACHE_DIR: resolve(root, 'node_modules/.cache/playwright'),
    }),
};

const tasks = {
  format: [{ name: 'format', command: ['biome', 'check', '--write', '.'] }],
  build: [{ name: 'build', call: () => ensureBuilt({ force: true }) }],
  'build:compare': [{ name: 'two builds', command: ['node', 'src/tools/compare-builds.mjs'] }],
  verify,
  e2e: [build, browserTests],
  test: [{ together: [...quick.together, [browsers]] }, ...verify.slice(1), browserTests],
  bench: [
    packagesOf('tests/bench'),
    build,
    { name: 'figures', command: ['node', 'tests/bench/main.ts', ...extraArguments], env: needsBrowser },
  ],
  mutate: [
    packagesOf('tests/mutation'),
    {
      name: 'mutation tests',
      command: [
        'tests/mutation/node_modules/.bin/stryker',
        'run',
        'tests/mutation/stryker.config.mjs',
        ...extraArguments,
      ],
    },
  ],
  pictures: [build, { name: 'pictures', command: ['node', 'src/tools/pictures.ts'], env: needsBrowser }],
  'sample-review': [{ name: 'sample review', command: ['node', 'src/tools/sample-review.ts'] }],
  content: [{ name: 'content', command: ['node', 'src/tools/content.ts'] }],
  'content:scope': [{ name: 'scope', command: ['node', 'src/tools/content-scope.ts', ...extraArguments] }],
  links: [links],
  'release:publish': [build, release('publish')],
};

/** Run beside a live server and in its image, so they install, build and write nothing in the project's folder. */
const operatorTasks = {
  'release:roll-back': [release('roll-back')],
  'release:list': [release('list')],
  'db:migrate': [database('migrate')],
  'db:status': [database('status')],
  'db:reset': [database('reset')],
  'db:backup': [database('backup')],
  'db:restore': [database('restore')],
  'certificates:rotate-key': [{ name: 'rotate-key', command: ['node', 'src/tools/rotate-certificate-key.ts'] }],
  'db:rotate-secrets': [database('rotate-secrets')],
  'person:end-sessions': [person('end-sessions')],
  'person:reset-second-factor': [person('reset-second-factor')],
  'staff:appoint': [staff('appoint')],
  'staff:remove': [staff('remove')],
  'staff:suspend': [staff('suspend')],
  'staff:restore': [staff('restore')],
  'staff:correct-address': [staff('correct-address')],
  'audit:verify': [staff('verify')],
};

/** Building and publishing need no dev packages, which a server may have omitted. */
const tasksWithoutDev = ['build', 'release:publish'];

/** Installs what is missing, and fails if a report counts failed tests. */
async function runTask(task, steps) {
  await ensureInstalled({ omitDev: tasksWithoutDev.includes(task) });
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const since = Date.now();
  await runSteps(steps, () => {
    // A runner that exits with 0 by mistake must not hide recorded failures.
    if (summarizeTests(reports).failed > 0) stop(`${task} failed`);
  });
  say(`${task}: done in ${seconds(since)}`);
  const { passed, flaky, failed, skipped } = summarizeTests(reports);
  if (passed + failed === 0) return;
  const others = Object.entries({ flaky, skipped }).map(([name, count]) => (count ? `, ${count} ${name}` : ''));
  console.log(`${passed} passed, ${failed} failed${others.join('')}`);
}

const [, , task = ''] = process.argv;
if (Object.hasOwn(operatorTasks, task)) {
  requireRuntimePackages();
  await runSteps(operatorTasks[task], () => undefined);
} else if (Object.hasOwn(tasks, task)) await runTask(task, tasks[task]);
else {
  const names = Object.keys({ ...tasks, ...operatorTasks });
  stop(`unknown task: ${task || '(none)'}; choose one of ${names.join(', ')}`);
}
