import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles } from './sources.ts';

/** Unions that others extend, and the office's kinds of columns, most of which show the value as it is. */
const open = [
  'src/app/office/cell.tsx',
  'src/server/billing/ports/payments/stripe.ts',
  'src/server/core/http/find-unbounded.ts',
  'src/shared/core/columns.ts',
];

test('a switch names every member of its union, so that the compiler finds a new one', () => {
  const withDefault = listFiles('src').filter(
    (file) => /\.tsx?$/.test(file) && /^ *default:/m.test(readFileSync(file, 'utf8')),
  );
  expect(withDefault.toSorted()).toEqual(open);
});
