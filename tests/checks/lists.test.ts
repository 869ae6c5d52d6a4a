import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { collectLists, listFiles } from './sources.ts';

const keyOf = (values: readonly string[]) => [...values].sort().join(', ');

test('queries look up who acted by id, which an index answers, and not by comparing texts', () => {
  const compared = listFiles('src/server').filter((file) => readFileSync(file, 'utf8').includes("= 'person:' ||"));
  expect(compared).toEqual([]);
});

test('calls and SQL take their lists of states and kinds from src/shared', async () => {
  const lists = new Map([...(await collectLists())].map(([name, list]) => [keyOf(list), name]));
  const written = /(?:in \(|'in', \[|enum\(\[)('[a-z_-]+'(?:, ?'[a-z_-]+')+)[\])]/g;
  const repeated = listFiles('src/server', 'src/shared')
    .filter((file) => file.endsWith('.ts') && !file.includes('/migrations/'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(written)].flatMap(([found, values = '']) => {
        const list = lists.get(keyOf(values.split(/, ?/).map((value) => value.slice(1, -1))));
        return list === undefined ? [] : [`${file}: ${found} is ${list}`];
      }),
    );
  expect(repeated).toEqual([]);
});
