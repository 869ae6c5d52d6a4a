import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from './sources.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const files = listFiles('src/server').filter((file) => file.endsWith('.ts'));

/** The names that a pattern finds in each folder's file of that name. */
function namesIn(name: string, pattern: RegExp): Readonly<Record<string, readonly string[]>> {
  const found = files.filter((file) => file.endsWith(`/${name}`));
  return Object.fromEntries(
    found.map((file) => [dirname(file), [...read(file).matchAll(pattern)].map(([, table = '']) => table).toSorted()]),
  );
}

/** The rate limiter's own table has no type in our code. */
const created = namesIn('baseline.ts', /create (?:unlogged )?table (?!rate_limit\b)(\w+)/g);
const typed = namesIn('tables.ts', /^ {2}(\w+): \w+Table;$/gm);

test('a table’s SQL and its row’s type stand side by side', () => {
  expect(typed).toEqual(created);
  expect(Object.values(created).flat()).toContain('trading_account');
});

test('a table stands in an area whose services use it', () => {
  const wrong = Object.entries(created).flatMap(([folder, tables]) => {
    const area = folder.split('/').slice(0, 3).join('/');
    const services = files.filter(
      (file) => file.startsWith(`${area}/`) && !/\/(?:baseline|tables|seed)[^/]*\.ts$/.test(file),
    );
    const code = services.map(read).join('\n');
    const isUsed = (table: string) => new RegExp(`'${table}'|\\b(?:from|into|update|join) ${table}\\b`).test(code);
    return tables.filter((table) => !isUsed(table)).map((table) => `${table} in ${area}`);
  });
  expect(wrong).toEqual([]);
});
