/**
 * Replaces `vitest` while a mutant is tested: collects a file's tests so that `in-process.mjs` can run them.
 * Tests of the rules can use only what is exported here; any other import fails.
 */
import { expect, expectTypeOf } from 'vitest';

export { expect, expectTypeOf };

let suite = { path: [], before: [] };
let tests = [];

/** Calls `load`, which imports a test file. @returns that file's tests, each with its name and function */
export async function collectTests(load) {
  tests = [];
  suite = { path: [], before: [] };
  await load();
  return tests;
}

/**
 * A test with a `timeout` option examines many records and would take up most of the run, so it is skipped.
 * @param rest the test's function, preceded by options or followed by a time limit
 */
export function test(name, ...rest) {
  const enclosing = suite;
  if (rest[0].timeout !== undefined) return;
  const run = rest.find((part) => typeof part === 'function');
  tests.push({
    name: [...enclosing.path, name].join(' > '),
    run: async () => {
      for (const prepare of enclosing.before) await prepare();
      await run();
    },
  });
}

export function describe(name, body) {
  const outer = suite;
  suite = { path: [...outer.path, name], before: [...outer.before] };
  body();
  suite = outer;
}

export function beforeEach(prepare) {
  suite.before.push(prepare);
}

const each =
  (declare) =>
  (rows) =>
  (name, ...rest) =>
    rows.forEach((row, index) => {
      const args = rest.map((part) =>
        typeof part === 'function' ? () => (Array.isArray(row) ? part(...row) : part(row)) : part,
      );
      declare(`${name} #${index + 1}`, ...args);
    });

test.each = each(test);
describe.each = each(describe);
