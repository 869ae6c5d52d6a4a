import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hashBaseline } from '#server/firm/migrations/0001-baseline.ts';

const help = `A new column belongs in its table's later(), a table that a migration creates ends in migrated(), and a
value that a list gained is named in the third argument of each oneOf that takes the list; each with a migration, as
CONTRIBUTING.md says under “A table or column” and “A value that a table allows”`;

test('the tables of 1.0.0 are as they were released: a change needs a migration of its own', () => {
  const { baseline } = JSON.parse(readFileSync('tests/server/core/released/1.0.0.json', 'utf8'));
  expect(hashBaseline(), help).toBe(baseline);
});

test('the changelog names the newest migration', () => {
  const newest = readdirSync('src/server/firm/migrations').sort().at(-1)?.slice(0, 4);
  const [, unreleased = ''] = readFileSync('CHANGELOG.md', 'utf8').split('\n## ');
  expect(unreleased).toContain(` to ${newest})`);
});
