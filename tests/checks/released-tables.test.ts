import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hashBaseline } from '#server/firm/migrations/0001-baseline.ts';

test('the tables of 1.0.0 are as they were released: a change needs a migration of its own', () => {
  const { baseline } = JSON.parse(readFileSync('tests/server/core/released/1.0.0.json', 'utf8'));
  const help = 'Write src/server/firm/migrations/NNNN-<what>.ts; before the tag v1.0.0, npm run renew -- released';
  expect(hashBaseline(), help).toBe(baseline);
});
