/**
 * Stands in for `vitest` while a mutant is tried: collects a file's tests so that `in-process.mjs` can call them.
 * What isn't exported here can't be used by the rules' tests: their import fails.
 */
import { expect, expectTypeOf } from 'vitest';

export { expect, expectTypeOf };

let suite = { path: [], before: [] };
let tests = [];

/** Calls `load`, which imports a file. @returns its tests: name and function */
export async function collectTests(load) {
  tests = [];
  suite = { path: [], before: [] };
  await load();
  return tests;
}

/**
 * A test with `timeout` among its options is a study of many records. It would take most of the run, so it sits out.
 * @param rest the test's function, with options before it or a time limit after it
 */
export function test(name, ...rest) {
  const within = suite;
  if (rest[0].timeout !== undefined) return;
  const run = rest.find((part) => typeof part === 'function');
  tests.push({
    name: [...within.path, name].join(' > '),
    run: async () => {
      for (const prepare of within.before) await prepare();
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
      const given = rest.map((part) =>
        typeof part === 'function' ? () => (Array.isArray(row) ? part(...row) : part(row)) : part,
      );
      declare(`${name} #${index + 1}`, ...given);
    });

test.each = each(test);
describe.each = each(describe);
