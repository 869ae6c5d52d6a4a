import { expect, test } from 'vitest';
import { fillDays } from '#lib/chart/daily-bars.ts';

test('days without a value become bars of 0 in date order, also across the end of a month', () => {
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

test('an empty map produces no bars', () => {
  expect(fillDays(new Map())).toEqual([]);
});
