import { mkdirSync, rmSync } from 'node:fs';
import { build, onBuild, script } from '../../src/tools/commands.mjs';
import { stop } from '../../src/tools/console.mjs';
import { ensureInstalledIn } from '../../src/tools/install.mjs';
import { runSteps } from '../../src/tools/run-steps.mjs';
import { ensureBrowser } from './browser.mjs';
import { findSteps } from './names.mjs';
import { benchmarks, flatten, places, reports, runTests, testTasks } from './steps.mjs';
import { describeSummary, summarize } from './summary.mjs';

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

/** The steps of the commands that test, measure and renew, like those of src/tools/commands.mjs. */
export const testCommands = {
  'test:all': { '': () => testTasks['test:all'] },
  'test:places': { '': (args) => [build, places(args)] },
  test: { '': chooseTests },
  check: { '': () => testTasks.check },
  build: { compare: script('tests/runner/compare-builds.mjs') },
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
      onBuild(script('tests/runner/pictures.ts'))(args).map((step) =>
        step === build ? step : { ...step, env: async () => ({ CHROMIUM_PATH: await ensureBrowser() }) },
      ),
    visual: renewVisual,
    'sample-review': script('tests/runner/sample-review.ts'),
    economics: script('tests/economics/main.ts'),
    released: renewReleased,
  },
  emulate: { '': onBuild(script('tests/emulators/main.ts')) },
  'emulate:order': { '': script('tests/emulators/order.ts') },
  content: {
    links: () => [{ ...runTests('site', undefined, ['tests/site/links.test.ts']), name: 'links' }],
  },
};

/**
 * Runs every step that can run and reads its report.
 * @returns whether all is well, and for the tests a summary that ends with what failed
 */
export async function runReported(command, steps) {
  mkdirSync(reports, { recursive: true });
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
  const summary = summarize(flatten(steps), await runSteps(steps));
  return {
    isDone: summary.failures.length === 0,
    summary: Object.hasOwn(testTasks, command) ? describeSummary(summary) : '',
  };
}
