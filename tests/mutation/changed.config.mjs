/**
 * Mutation tests of changed lines: `npm run mutate -- --changed`, or `-- --changed v1.0.0` since another commit than
 * the one that left main. Only the tests of the changed areas run. Screens and pages are left to browser tests.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e9 });

/** @returns each changed file below src with its changed ranges of lines, such as `3-7` */
function listChanges(base) {
  const changes = new Map();
  let file = '';
  for (const line of git('diff', '--unified=0', '--no-color', '--no-ext-diff', base, '--', 'src').split('\n')) {
    if (line.startsWith('+++ ')) file = line.slice('+++ b/'.length);
    const [, from, count = '1'] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (from === undefined || count === '0') continue;
    changes.set(file, [...(changes.get(file) ?? []), `${from}-${Number(from) + Number(count) - 1}`]);
  }
  for (const added of git('ls-files', '--others', '--exclude-standard', 'src').split('\n').filter(Boolean))
    changes.set(added, [`1-${readFileSync(added, 'utf8').split('\n').length}`]);
  return changes;
}

/** @returns the test files of a source file's area, those that take seconds first */
function listTests(file) {
  const [, zone, area] = file.split('/');
  const folder = { shared: area, server: area, app: area }[zone] ?? zone;
  const tests = ['unit', 'stores', 'server'].flatMap((suite) =>
    globSync(`tests/${suite}/${folder === 'firm' ? 'core' : folder}/**/*.test.ts`).toSorted(),
  );
  return /\/contract[^/]*\.ts$/.test(file) ? ['tests/checks/permissions.test.ts', ...tests] : tests;
}

const base = git('merge-base', process.env.MUTATION_BASE ?? 'main', 'HEAD').trim();
const changes = [...listChanges(base)].filter(([file]) => existsSync(file) && !file.endsWith('.md'));
const isMutated = ([file]) => file.endsWith('.ts') && listTests(file).length > 0;
const mutate = changes.filter(isMutated).flatMap(([file, ranges]) => ranges.map((range) => `${file}:${range}`));
for (const [file] of changes.filter((change) => !isMutated(change)))
  console.log(`not mutated, because only a browser or a build reaches it: ${file}`);
if (mutate.length === 0) {
  console.log('mutate: no changed line of src has tests to run');
  process.exit(0);
}
process.env.MUTATION_TESTS = [...new Set(changes.filter(isMutated).flatMap(([file]) => listTests(file)))].join(',');

export default {
  plugins: ['./tests/mutation/in-vitest.mjs'],
  testRunner: 'in-vitest',
  mutate,
  ignorePatterns: ['dist', '.astro', '.data', '.cache', 'deploy/observability', 'tests/{e2e,bench,places}'],
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 60,
  tempDirName: '.cache/mutation',
  cleanTempDir: 'always',
  reporters: ['survivors', 'progress'],
  thresholds: { high: 100, low: 100, break: 100 },
};
