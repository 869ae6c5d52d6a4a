import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { stop } from './console.mjs';
import { ensureInstalledIn } from './install.mjs';
import { findSteps } from './test-names.mjs';
import { benchmarks, build, places, runTests, testTasks } from './test-steps.mjs';

/** A step that runs a script with its first arguments; those of the command line follow. */
const script =
  (path, ...first) =>
  (args) => [{ name: first[0] ?? path.replace(/^.*\/|\.\w+$/g, ''), command: ['node', path, ...first, ...args] }];

const tool = (name, ...first) => script(`src/tools/${name}`, ...first);
const toolForEach = (name, verbs) => Object.fromEntries(verbs.map((verb) => [verb, tool(name, verb)]));

const onBuild = (steps) => (args) => [build, ...steps(args).map((step) => ({ ...step, needs: ['build'] }))];

/** The steps of the tests, or of the names after `npm test --`; options go to the runners. */
function chooseTests(args) {
  if (args.length === 0) return testTasks.test;
  const isOption = (argument) => argument.startsWith('-');
  const names = args.filter((each) => !isOption(each));
  if (names.length === 0)
    return stop('options go to the tests that a name chooses, for example: npm test -- payouts -u');
  const found = findSteps(names, args.filter(isOption));
  return typeof found === 'string' ? stop(found) : found;
}

/** What a shop of this version leaves behind, for later versions to upgrade; until the version is tagged. */
function renewReleased() {
  const test = runTests('server', undefined, ['released.test', '--project=embedded']);
  return [{ ...test, name: 'released', env: () => ({ ...test.env(), RELEASED_RENEW: '1' }) }];
}

/** In the tests' browser: another one draws letters elsewhere. */
function renewVisual(args) {
  const renewal = runTests('e2e', undefined, ['visual.test', '--project=chromium', ...args]);
  return [build, { ...renewal, needs: ['build'], env: () => ({ ...renewal.env(), VISUAL_RENEW: '1' }) }];
}

/** Of the rules, or after --changed of the lines that changed since main or the commit named there. */
function mutationTests(args) {
  const isChanged = args[0] === '--changed';
  const hasBase = isChanged && args[1]?.startsWith('-') === false;
  const config = `tests/mutation/${isChanged ? 'changed' : 'stryker'}.config.mjs`;
  return {
    name: 'mutation tests',
    command: ['tests/mutation/node_modules/.bin/stryker', 'run', config, ...args.slice(isChanged + hasBase)],
    env: () => (hasBase ? { MUTATION_BASE: args[1] } : {}),
  };
}

/** The steps of each command of package.json and of its subcommands; what it does without one is ''. */
export const commands = {
  'test:all': { '': () => testTasks['test:all'] },
  'test:places': { '': (args) => [build, places(args)] },
  test: { '': chooseTests },
  check: { '': () => testTasks.check },
  format: { '': () => [{ name: 'format', command: ['biome', 'check', '--write', '.'] }] },
  build: {
    '': () => [{ name: 'build', call: () => ensureBuilt({ force: true }) }],
    bridges: tool('bundle-bridge.ts'),
    monitoring: tool('observability.ts'),
    compare: tool('compare-builds.mjs'),
  },
  simulate: { '': script('tests/simulator/main.ts') },
  bench: { '': (args) => [build, ...benchmarks({ parameters: args })] },
  mutate: {
    '': (args) => [
      // Packages that take a quarter of the installation's time, and that most people never need.
      { name: 'packages of tests/mutation', call: () => ensureInstalledIn('tests/mutation') },
      mutationTests(args),
    ],
  },
  renew: {
    pictures: (args) =>
      onBuild(tool('pictures.ts'))(args).map((step) =>
        step === build ? step : { ...step, env: async () => ({ CHROMIUM_PATH: await ensureBrowser() }) },
      ),
    visual: renewVisual,
    'sample-review': tool('sample-review.ts'),
    economics: tool('economics.ts'),
    released: renewReleased,
  },
  emulate: { '': onBuild(script('tests/emulators/main.ts')) },
  'emulate:order': { '': script('tests/emulators/order.ts') },
  content: {
    '': tool('content.ts'),
    scope: tool('content-scope.ts'),
    links: () => [{ ...runTests('site', undefined, ['tests/site/links.test.ts']), name: 'links' }],
  },
  release: { publish: onBuild(tool('release.ts', 'publish')) },
};

/** Run beside a live server and in its image, so they install, build and write nothing in the project's folder. */
export const operatorCommands = {
  release: toolForEach('release.ts', ['roll-back', 'list']),
  db: {
    ...toolForEach('database.ts', ['migrate', 'status', 'reset', 'backup', 'restore', 'archive', 'restore-archive']),
    doctor: tool('database.ts', 'doctor'),
    'rotate-secrets': tool('database.ts', 'rotate-secrets'),
    'rotate-certificate-key': tool('rotate-certificate-key.ts'),
    'move-accounts': tool('move-accounts.ts'),
    'verify-audit': tool('staff.ts', 'verify'),
  },
  staff: {
    ...toolForEach('staff.ts', ['appoint', 'remove', 'suspend', 'restore', 'correct-address']),
    ...toolForEach('person.ts', ['end-sessions', 'reset-second-factor']),
  },
};
