import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeSummary, summarize } from '../../runner/summary.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: object): string {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const passing = { status: 'passed', ancestorTitles: [], title: 'works' };
const serverReport = () =>
  write('server', {
    ...{ numPassedTests: 7, numPendingTests: 2, numTodoTests: 0 },
    testResults: [
      {
        name: resolve('tests/server/payouts/payouts.test.ts'),
        status: 'failed',
        assertionResults: [
          passing,
          {
            ...{ status: 'failed', ancestorTitles: ['a payout'], title: "isn't paid twice" },
            failureMessages: ['AssertionError: expected 2 to be 1\n\n\u001b[32m- 1\u001b[39m\n+ 2'],
          },
        ],
      },
      {
        ...{ name: resolve('tests/server/broken.test.ts'), status: 'failed', assertionResults: [] },
        message: 'Cannot find module',
      },
    ],
  });
const timedOut = { status: 'unexpected', results: [{ error: { message: 'Test timeout of 60000ms exceeded.' } }] };
const browserReport = () =>
  write('browser', {
    stats: { expected: 3, skipped: 0 },
    suites: [
      {
        ...{ title: 'core/guards.test.ts', file: 'core/guards.test.ts' },
        specs: [{ title: 'admits', file: 'core/guards.test.ts', tests: [{ status: 'expected' }] }],
        suites: [
          {
            ...{ title: 'signed out', file: 'core/guards.test.ts' },
            specs: [{ title: 'redirects', file: 'core/guards.test.ts', tests: [timedOut] }],
          },
        ],
      },
    ],
  });

test('failed tests, files and steps are listed with the command that runs each alone and its reason, and counted', () => {
  const steps = [
    { name: 'format and lint' },
    { name: 'server tests', report: serverReport() },
    { name: 'browser tests', report: browserReport() },
    { name: 'build' },
    { name: 'site tests', report: join(folder, 'site.json') },
  ];
  const outcomes = new Map(Object.entries({ 'format and lint': 'failed', 'server tests': 'failed' }));
  for (const [name, outcome] of [
    ['browser tests', 'failed'],
    ['build', 'failed'],
    ['site tests', 'build'],
  ] as const)
    outcomes.set(name, outcome);
  expect(describeSummary(summarize(steps, outcomes))).toBe(
    [
      ...['✗ format and lint', "    npm test -- 'format and lint'"],
      "✗ tests/server/payouts/payouts.test.ts › a payout › isn't paid twice",
      "    npm test -- tests/server/payouts/payouts.test.ts 'a payout isn'\\''t paid twice'",
      ...['    AssertionError: expected 2 to be 1', '    - 1', '    + 2'],
      ...['✗ tests/server/broken.test.ts', '    npm test -- tests/server/broken.test.ts', '    Cannot find module'],
      '✗ tests/e2e/core/guards.test.ts › signed out › redirects',
      "    npm test -- tests/e2e/core/guards.test.ts 'signed out redirects'",
      '    Test timeout of 60000ms exceeded.',
      ...['✗ build', '    npm test -- build'],
      '– site tests: not run, because it needs “build”',
      '10 passed, 5 failed, 2 skipped',
    ].join('\n'),
  );
});

test('a runner that ends well hides neither failed tests nor that it ran none', () => {
  const nothing = { numPassedTests: 0, numPendingTests: 3, numTodoTests: 0, testResults: [] };
  const steps = [
    { name: 'server tests', report: serverReport() },
    { name: 'site tests', report: join(folder, 'none.json') },
    { name: 'stores tests', report: write('stores', nothing) },
    { name: 'unit tests', report: write('changed', nothing), mayBeEmpty: true },
  ];
  const { failures } = summarize(steps, new Map(steps.map(({ name }) => [name, 'passed'])));
  expect(failures.map(({ name }: { name: string }) => name)).toEqual([
    "tests/server/payouts/payouts.test.ts › a payout › isn't paid twice",
    'tests/server/broken.test.ts',
    'site tests',
    'stores tests',
  ]);
});

test('a run without failures ends with its counts alone', () => {
  const report = write('unit', { numPassedTests: 4, numPendingTests: 0, numTodoTests: 0, testResults: [] });
  const steps = [{ name: 'unit tests', report }];
  expect(describeSummary(summarize(steps, new Map([['unit tests', 'passed']])))).toBe('4 passed, 0 failed');
});
