import { expect, test } from 'vitest';
import { fillDays } from '../../../src/lib/chart/daily-bars.ts';

test('days without a value get a bar of 0, across the end of a month, oldest first', () => {
  const sums = new Map([
    ['2026-03-02', 500],
    ['2026-02-27', 149],
  ]);
  expect(fillDays(sums)).toEqual([
    ['2026-02-27', 149],
    ['2026-02-28', 0],
    ['2026-03-01', 0],
    ['2026-03-02', 500],
  ]);
});

test('nothing has no bars', () => {
  expect(fillDays(new Map())).toEqual([]);
});
