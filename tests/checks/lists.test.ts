import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles } from './sources.ts';

const keyOf = (values: readonly string[]) => [...values].sort().join(', ');

/** Each list of names that src/shared exports, by its values. */
async function collectLists(): Promise<ReadonlyMap<string, string>> {
  const lists = new Map<string, string>();
  for (const file of listFiles('src/shared').filter((path) => path.endsWith('.ts'))) {
    const module: Readonly<Record<string, unknown>> = await import(`../../${file}`);
    for (const [name, value] of Object.entries(module)) {
      const isList = Array.isArray(value) && value.length > 1 && value.every((each) => typeof each === 'string');
      if (isList) lists.set(keyOf(value), `${name} of ${file}`);
    }
  }
  return lists;
}

test('calls and SQL take their lists of states and kinds from src/shared', async () => {
  const lists = await collectLists();
  const written = /(?:in \(|'in', \[|enum\(\[)('[a-z_-]+'(?:, ?'[a-z_-]+')+)[\])]/g;
  const repeated = listFiles('src/server', 'src/shared')
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(written)].flatMap(([found, values = '']) => {
        const list = lists.get(keyOf(values.split(/, ?/).map((value) => value.slice(1, -1))));
        return list === undefined ? [] : [`${file}: ${found} is ${list}`];
      }),
    );
  expect(repeated).toEqual([]);
});
