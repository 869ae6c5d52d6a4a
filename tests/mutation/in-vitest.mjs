import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';

/** What takes milliseconds runs before what starts a database. */
const suites = ['checks', 'unit', 'stores', 'server'];
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Runs test files as `npm test` does, in the sandbox that Stryker copied.
 * @param env says which mutant is active, or where to write which mutants each file reaches
 * @returns Vitest's report on each file until one fails
 */
function runFiles(files, env, timeout) {
  const results = [];
  const report = mkdtempSync(join(tmpdir(), 'mutation-'));
  try {
    for (const suite of suites) {
      const own = files.filter((file) => file.startsWith(`tests/${suite}/`));
      if (own.length === 0) continue;
      const output = join(report, `${suite}.json`);
      const options = ['--config', 'tests/mutation/vitest.config.mjs', '--bail', '1', '--reporter', 'json'];
      const project = suite === 'server' ? ['--project', 'embedded'] : [];
      const { status, signal, stderr } = spawnSync(
        'vitest',
        ['run', ...options, '--outputFile', output, ...project, ...own],
        {
          env: { ...process.env, ...env, MUTATION_SUITE: suite, TEST_SET: 'fast' },
          encoding: 'utf8',
          timeout: Math.ceil(timeout),
        },
      );
      if (signal !== null) return { timedOut: true, results };
      // A mutant that keeps Vitest from starting is noticed, too.
      if (existsSync(output)) results.push(...read(output).testResults);
      if (status !== 0) return { failed: true, message: describe(results) || stderr, results };
    }
    return { results };
  } finally {
    rmSync(report, { recursive: true });
  }
}

/** What failed, a test a line. */
const describe = (results) =>
  results
    .flatMap(({ name, message, assertionResults }) => [
      ...(message ? [`${name}: ${message}`] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${name}: ${fullName}: ${failureMessages}`),
    ])
    .join('\n');

const pathOf = (file) => relative(process.cwd(), file);

class InVitestRunner {
  files = process.env.MUTATION_TESTS.split(',');

  capabilities() {
    return { reloadEnvironment: true };
  }

  /** Runs the areas' tests once; a test file counts as one test. */
  async dryRun({ timeout }) {
    const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
    const { failed, message, results } = runFiles(this.files, { MUTATION_COVERAGE: folder }, timeout);
    const reached = readdirSync(folder).map((name) => read(join(folder, name)));
    rmSync(folder, { recursive: true });
    if (failed) return { status: DryRunStatus.Error, errorMessage: `the tests fail without a mutant: ${message}` };
    const tests = results.map(({ name, startTime, endTime }) => ({
      ...{ id: pathOf(name), name: pathOf(name) },
      ...{ status: TestStatus.Success, timeSpentMs: endTime - startTime },
    }));
    const mutantCoverage = {
      static: Object.assign({}, ...reached.map(({ loaded }) => loaded)),
      perTest: Object.fromEntries(reached.map(({ file, hits }) => [pathOf(file), hits])),
    };
    return { status: DryRunStatus.Complete, tests, mutantCoverage };
  }

  async mutantRun({ testFilter = this.files, activeMutant, timeout }) {
    const env = { __STRYKER_ACTIVE_MUTANT__: activeMutant.id };
    const { failed, timedOut, message, results } = runFiles(testFilter, env, timeout);
    const nrOfTests = results.length;
    if (timedOut) return { status: MutantRunStatus.Timeout };
    if (!failed) return { status: MutantRunStatus.Survived, nrOfTests };
    const killers = results.filter(({ status }) => status === 'failed').map(({ name }) => pathOf(name));
    const killedBy = killers.length > 0 ? killers : testFilter.slice(0, 1);
    return { status: MutantRunStatus.Killed, killedBy, nrOfTests, failureMessage: message };
  }
}

/** Lists each change that no test noticed, with the test files that ran it. */
class SurvivorsReporter {
  onMutationTestReportReady({ files, testFiles = {} }) {
    const names = new Map(Object.values(testFiles).flatMap(({ tests }) => tests.map(({ id, name }) => [id, name])));
    const whoRan = ({ static: isStatic, coveredBy = [] }) => {
      if (isStatic) return 'any test of the area';
      return coveredBy.map((id) => names.get(id) ?? id).join(', ') || 'a new test; none of the area runs this';
    };
    const survivors = Object.entries(files).flatMap(([file, { mutants, source }]) =>
      mutants
        .filter(({ status }) => status !== 'Killed' && status !== 'Timeout')
        .map((mutant) => {
          const { start, end } = mutant.location;
          const [line = ''] = source.split('\n').slice(start.line - 1);
          const original = line.slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined);
          const change = `- ${original}${end.line === start.line ? '' : ' …'}\n+ ${mutant.replacement}`;
          return `${file}:${start.line}\n${change}\n${mutant.status}, to be noticed by ${whoRan(mutant)}`;
        }),
    );
    const count = Object.values(files).flatMap(({ mutants }) => mutants).length;
    console.log(['', ...survivors, `${survivors.length} of ${count} mutants weren’t noticed`].join('\n\n'));
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'in-vitest', InVitestRunner),
  declareClassPlugin(PluginKind.Reporter, 'survivors', SurvivorsReporter),
];
