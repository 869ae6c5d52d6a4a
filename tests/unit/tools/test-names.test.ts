import { describe, expect, test } from 'vitest';
import { findSteps } from '../../runner/names.mjs';

type Step = { readonly name: string; readonly command: readonly string[] };

const find = (...names: string[]) => findSteps(names, []) as readonly Step[];
const namesFor = (...names: string[]) => find(...names).map(({ name }) => name);
/** What the last step for these names passes to its runner after the shared arguments. */
const argumentsFor = (count: number, ...names: string[]) =>
  find(...names)
    .at(-1)
    ?.command.slice(-count);

describe('a name', () => {
  test('of a file runs it in each suite that has it, and installs and builds only for a browser', () => {
    expect(namesFor('readiness')).toEqual(['server tests']);
    expect(argumentsFor(1, 'readiness')).toEqual(['tests/server/core/readiness.test.ts']);
    expect(namesFor('payouts')).toEqual(['browser', 'build', 'stores tests', 'server tests', 'browser tests']);
  });

  test('that is a whole path runs this file only', () => {
    expect(namesFor('tests/stores/trading/trading.test.ts')).toEqual(['stores tests']);
  });

  test('that is a title runs the tests that have it, even if values are inserted', () => {
    const title = 'each row of the error catalog shows its message in fr';
    expect(argumentsFor(3, title)).toEqual(['tests/e2e/messages/notifications.test.ts', '--grep', title]);
    expect(namesFor('lists that run together keep')).toEqual(['unit tests']);
    // After a table of several lines.
    expect(namesFor('reports a database that is down in one line: PostgreSQL')).toEqual(['server tests']);
  });

  test('of a file with a title runs only this test', () => {
    expect(argumentsFor(3, 'tests/unit/tools/run-steps.test.ts', 'a (b)')).toEqual([
      ...['tests/unit/tools/run-steps.test.ts', '--testNamePattern', 'a \\(b\\)'],
    ]);
  });

  test('of files in several suites with a title runs only those that have the title', () => {
    expect(namesFor('orders', 'a tampered status in the URL changes nothing').at(-1)).toBe('browser tests');
    expect(namesFor('orders', 'a tampered status in the URL changes nothing')).not.toContain('server tests');
  });

  test('of a step runs the step and what it needs', () => {
    expect(namesFor('site tests')).toEqual(['build', 'site tests']);
    expect(namesFor('format and lint')).toEqual(['format and lint']);
  });

  test('of the journeys in other engines installs these', () => {
    expect(namesFor('engines')).toEqual(['browser', 'build', 'other browsers', 'browser tests']);
  });

  test('that matches nothing is named', () => {
    // Composed, so that this file doesn’t contain it.
    const unknown = ['no', 'such', 'test'].join('~');
    expect(findSteps([unknown], [])).toBe(`no step, test file or test title matches “${unknown}”`);
  });
});
