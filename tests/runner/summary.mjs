import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../../src/tools/install.mjs';

/** A shell's word. */
const quote = (text) => (/^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

const maxReason = { lines: 12, columns: 200 };

/** The start of an error's message: a run that can't be repeated must still say what it found. */
function describeReason(message) {
  const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, maxReason.lines);
  return lines.map((line) => line.slice(0, maxReason.columns).trimEnd());
}

const failureOf = (path, names, message = '') => ({
  name: [path, ...names].join(' › '),
  command: ['npm test --', path, ...(names.length > 0 ? [quote(names.join(' '))] : [])].join(' '),
  reason: describeReason(message),
});

function readVitest({ testResults, numPassedTests, numPendingTests, numTodoTests }) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(root, name).replaceAll('\\', '/');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that could not be loaded, or whose hooks failed, has no failed test.
    if (status === 'failed' && failed.length === 0) return [failureOf(path, [], message)];
    return failed.map(({ ancestorTitles, title, failureMessages }) =>
      failureOf(path, [...ancestorTitles, title], failureMessages?.join('\n')),
    );
  });
  return { passed: numPassedTests, skipped: numPendingTests + numTodoTests, failures };
}

function readPlaywright({ suites, stats }) {
  const failuresIn = ({ specs = [], suites: inner = [] }, names) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) =>
          failureOf(`tests/e2e/${file}`, [...names, title], results?.findLast(({ error }) => error)?.error.message),
        ),
    ),
    ...inner.flatMap((suite) => failuresIn(suite, [...names, suite.title])),
  ];
  const failures = suites.flatMap((file) => failuresIn(file, []));
  return { passed: stats.expected, skipped: stats.skipped, failures };
}

const none = { passed: 0, skipped: 0, failures: [] };

function readReport({ report }) {
  if (!report || !existsSync(report)) return none;
  const content = JSON.parse(readFileSync(report, 'utf8'));
  return content.testResults ? readVitest(content) : readPlaywright(content);
}

/**
 * Sums up what steps did: failed tests by name, or a failed step if it names none.
 * @param steps with `report`, the path of a vitest or Playwright report, if they run tests; `mayBeEmpty` if none is fine
 * @param outcomes by step name, as `runSteps` returns them
 * @returns passed and skipped tests, failures with the command that runs each alone, and steps not run
 */
export function summarize(steps, outcomes) {
  const all = steps.map((step) => {
    const outcome = outcomes.get(step.name);
    const read = readReport(step);
    // A runner that exits with 0 must hide neither recorded failures nor that it ran no test.
    const isWhole = outcome === 'passed' && (!step.report || read.passed > 0 || step.mayBeEmpty);
    const isNamed = read.failures.length > 0 || (outcome !== 'passed' && outcome !== 'failed');
    const own =
      isWhole || isNamed
        ? []
        : [{ name: step.name, command: `npm test -- ${quote(step.name)}`, reason: step.reason ? [step.reason] : [] }];
    return { ...read, failures: [...read.failures, ...own], step, outcome };
  });
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
    failures: all.flatMap(({ failures }) => failures),
    notRun: all
      .filter(({ outcome }) => outcome !== 'passed' && outcome !== 'failed')
      .map(({ step, outcome }) => ({ name: step.name, needs: outcome })),
  };
}

/** The last lines of a command: one list of what failed and wasn't run, and the counts. */
export function describeSummary({ passed, skipped, failures, notRun }) {
  const lines = failures.map(({ name, command, reason }) =>
    [`✗ ${name}`, command, ...reason.filter((line) => line !== '')].join('\n    '),
  );
  return [
    ...new Set(lines),
    ...notRun.map(({ name, needs }) => `– ${name}: not run, because it needs “${needs}”`),
    `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ].join('\n');
}
