import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from './sources.ts';

const serverTests = new Set(listFiles('tests/server').map((file) => basename(file)));

const rows = readFileSync('deploy/security.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line !== '| control | fails without it |')
  .map((line) => line.slice(2, -2).split(' | ') as [control: string, tests: string]);

test.each(rows)('%s: names tests that exist', (_, tests) => {
  const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(0);
  const missing = named
    .filter((name) => !name.startsWith('npm run '))
    .filter((name) =>
      name.startsWith('tests/') ? !existsSync(`${name}.test.ts`) : !serverTests.has(`${name}.test.ts`),
    );
  expect(missing).toEqual([]);
});
