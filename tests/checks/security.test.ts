import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const rows = readFileSync('deploy/security.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => line.slice(1, -1).split(' | '));

test.each(rows)('%s names tests that exist', (_, ...cells) => {
  const named = [...(cells.at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(0);
  const missing = named
    .filter((name) => !name.startsWith('npm run '))
    .map((name) => (name.startsWith('tests/') ? `${name}.test.ts` : `tests/server/${name}.test.ts`))
    .filter((path) => !existsSync(path));
  expect(missing).toEqual([]);
});
