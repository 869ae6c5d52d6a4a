import './require-node.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { say, seconds, stop } from './console.mjs';
import { ensureInstalled, ensureInstalledIn, requireRuntimePackages } from './install.mjs';
import { runSteps } from './run-steps.mjs';
import { findSteps } from './test-names.mjs';
import { benchmarks, build, flatten, reports, runTests, testTasks } from './test-steps.mjs';
import { describeSummary, summarize } from './test-summary.mjs';

/** Arguments after `--` on the command line. */
const extraArguments = process.argv.slice(3);

const database = (verb) => ({ name: verb, command: ['node', 'src/tools/database.ts', verb, ...extraArguments] });
const staff = (verb) => ({ name: verb, command: ['node', 'src/tools/staff.ts', verb, ...extraArguments] });
const person = (verb) => ({ name: verb, command: ['node', 'src/tools/person.ts', verb, ...extraArguments] });
const release = (verb) => ({ name: verb, command: ['node', 'src/tools/release.ts', verb, ...extraArguments] });
const needsBrowser = async () => ({ CHROMIUM_PATH: await ensureBrowser() });

/** Packages that take a quarter of the installation's time, and that most people never need. */
const packagesOf = (folder) => ({ name: `packages of ${folder}`, call: () => ensureInstalledIn(folder) });

const renewal = runTests('e2e', undefined, ['visual.test', '--project=chromium', ...extraArguments]);

const tasks = {
  ...testTasks,
  format: [{ name: 'format', command: ['biome', 'check', '--write', '.'] }],
  build: [{ name: 'build', call: () => ensureBuilt({ force: true }) }],
  'build:compare': [{ name: 'two builds', command: ['node', 'src/tools/compare-builds.mjs'] }],
  simulate: [{ name: 'simulator', command: ['node', 'tests/simulator/main.ts', ...extraArguments] }],
  bench: [build, ...benchmarks({ parameters: extraArguments })],
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
  pictures: [
    build,
    { name: 'pictures', needs: ['build'], command: ['node', 'src/tools/pictures.ts'], env: needsBrowser },
  ],
  'visual:renew': [
    build,
    {
      ...renewal,
      needs: ['build'],
      // In the tests' browser: another one draws letters elsewhere.
      env: () => ({ ...renewal.env(), VISUAL_RENEW: '1' }),
    },
  ],
  'sample-review': [{ name: 'sample review', command: ['node', 'src/tools/sample-review.ts'] }],
  economics: [{ name: 'economics', command: ['node', 'src/tools/economics.ts'] }],
  emulate: [
    build,
    { name: 'emulator', needs: ['build'], command: ['node', 'tests/emulators/main.ts', ...extraArguments] },
  ],
  'emulate:order': [{ name: 'order', command: ['node', 'tests/emulators/order.ts', ...extraArguments] }],
  'bridge:bundle': [{ name: 'bridge', command: ['node', 'src/tools/bundle-bridge.ts'] }],
  content: [{ name: 'content', command: ['node', 'src/tools/content.ts', ...extraArguments] }],
  'content:scope': [{ name: 'scope', command: ['node', 'src/tools/content-scope.ts', ...extraArguments] }],
  links: [{ ...runTests('site', undefined, ['tests/site/links.test.ts']), name: 'links' }],
  'release:publish': [build, { ...release('publish'), needs: ['build'] }],
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
  'db:archive': [database('archive')],
  'db:restore-archive': [database('restore-archive')],
  'bridge:move': [{ name: 'move', command: ['node', 'src/tools/move-accounts.ts', ...extraArguments] }],
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

/** The steps of a task, or of the names after `npm test --`; options go to the runners. */
function chooseSteps(task) {
  if (task !== 'test' || extraArguments.length === 0) return tasks[task];
  const isOption = (argument) => argument.startsWith('-');
  const names = extraArguments.filter((each) => !isOption(each));
  if (names.length === 0)
    return stop('options go to the tests that a name chooses, for example: npm test -- payouts -u');
  const found = findSteps(names, extraArguments.filter(isOption));
  return typeof found === 'string' ? stop(found) : found;
}

/** Installs what is missing, runs every step that can run, and ends with what failed. */
async function runTask(task) {
  const steps = chooseSteps(task);
  await ensureInstalled({ omitDev: tasksWithoutDev.includes(task) });
  mkdirSync(reports, { recursive: true });
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
  const since = Date.now();
  const summary = summarize(flatten(steps), await runSteps(steps));
  const isDone = summary.failures.length === 0;
  say(`${task}: ${isDone ? 'done' : 'failed'} in ${seconds(since)}`);
  if (Object.hasOwn(testTasks, task)) console.log(describeSummary(summary));
  process.exit(isDone ? 0 : 1);
}

const [, , task = ''] = process.argv;
if (Object.hasOwn(operatorTasks, task)) {
  requireRuntimePackages();
  const outcomes = await runSteps(operatorTasks[task]);
  process.exit([...outcomes.values()].every((outcome) => outcome === 'passed') ? 0 : 1);
} else if (Object.hasOwn(tasks, task)) await runTask(task);
else {
  const names = Object.keys({ ...tasks, ...operatorTasks });
  stop(`unknown task: ${task || '(none)'}; choose one of ${names.join(', ')}`);
}
