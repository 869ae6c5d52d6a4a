import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from './sources.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const files = listFiles('src/server').filter((file) => file.endsWith('.ts'));

/** The tables that each folder's `tables.ts` describes. */
const described = files
  .filter((file) => file.endsWith('/tables.ts'))
  .map(
    (file) => [dirname(file), [...read(file).matchAll(/^ {2}(\w+): table\(/gm)].map(([, name = '']) => name)] as const,
  );

test('a table stands in an area whose services use it', () => {
  expect(described.flatMap(([, tables]) => tables)).toContain('trading_account');
  const wrong = described.flatMap(([folder, tables]) => {
    const area = folder.split('/').slice(0, 3).join('/');
    const services = files.filter((file) => file.startsWith(`${area}/`) && !/\/(?:tables|seed)[^/]*\.ts$/.test(file));
    const code = services.map(read).join('\n');
    const isUsed = (table: string) => new RegExp(`'${table}'|\\b(?:from|into|update|join) ${table}\\b`).test(code);
    return tables.filter((table) => !isUsed(table)).map((table) => `${table} in ${area}`);
  });
  expect(wrong).toEqual([]);
});
