import { describe, expect, test } from 'vitest';
import type { Trade } from '#shared/accounts/statistics/trades.ts';
import { averageTradeInterval, quantileOf, resampleAverages, wilsonInterval } from '#shared/reviews/intervals.ts';
import { normalCdf, normalQuantile } from '#shared/reviews/normal.ts';
import { permutationPValues } from '#shared/reviews/permutation.ts';
import { timingOf } from '#shared/reviews/timing.ts';
import { at } from '../support.ts';

describe('the normal distribution', () => {
  // Published tables: Φ(1) = 0.8413, Φ(2) = 0.9772.
  test.each([
    [0, 0.5],
    [1, 0.8413],
    [-1, 0.1587],
    [2, 0.9772],
    [-2, 0.0228],
  ])('has a cumulative share at %d of %d', (x, share) => {
    expect(normalCdf(x)).toBeCloseTo(share, 4);
  });

  test('is zero beyond eight deviations, and infinite at shares of none or all', () => {
    expect([normalCdf(-8.1), normalCdf(8.1), normalCdf(-1_000), normalCdf(1_000)]).toEqual([0, 1, 0, 1]);
    expect(normalCdf(-5)).toBeCloseTo(2.8665e-7, 10);
    expect([0, -0.1, 1, 1.1].map(normalQuantile)).toEqual([-Infinity, -Infinity, Infinity, Infinity]);
    expect(normalQuantile(0.5)).toBeCloseTo(0, 12);
    expect(normalQuantile(0.8413447460685429)).toBeCloseTo(1, 9);
  });
});

describe('the confidence interval of a share', () => {
  // Wilson intervals as printed in textbooks.
  test.each([
    [8, 10, 0.4902, 0.9433],
    [15, 30, 0.3315, 0.6685],
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
  ])('of %i in %i is from %d to %d', (hits, count, low, high) => {
    const interval = wilsonInterval(hits, count);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });
});

test('a quantile is interpolated between its neighbors by distance', () => {
  expect([0, 0.25, 0.5, 0.75, 1].map((share) => quantileOf([10, 20, 40], share))).toEqual([10, 15, 20, 30, 40]);
  expect(quantileOf([7], 0.9)).toBe(7);
  expect(quantileOf([], 0.5)).toBeNaN();
});

describe('resampled days', () => {
  test('are weighted by their trades: 100 in one trade and 0 in three give 100, 25 or 0', () => {
    const days = [
      { sum: 100, trades: 1 },
      { sum: 0, trades: 3 },
    ];
    const drawn = [...resampleAverages(days, 4_000, { random: 1 })];
    const share = (value: number) => drawn.filter((each) => each === value).length / 4_000;
    expect(new Set(drawn)).toEqual(new Set([0, 25, 100]));
    expect(drawn).toEqual(drawn.toSorted((left, right) => left - right));
    expect(share(25)).toBeCloseTo(0.5, 1);
    expect(share(100)).toBeCloseTo(0.25, 1);
  });

  test('with equal ups and downs have four of sixteen up at the lower end: −0.50 to 0.50', () => {
    // Sixteen fair coins show three heads or fewer in 1.1 % of draws, and four or fewer in 3.8 %.
    const days = Array.from({ length: 16 }, (_, index) => ({ sum: index % 2 === 0 ? 200 : -200, trades: 2 }));
    const interval = averageTradeInterval(days, 4_000, { random: 1 });
    expect(interval).toEqual({ low: -50, high: 50 });
  });
});

describe('shuffled values', () => {
  const grouped = (...groups: readonly (readonly number[])[]) =>
    groups.flatMap((values, group) => values.map((value) => ({ value, group })));

  test('return p-values of the requested groups only, in the requested order', () => {
    const entries = grouped([0, 1, 0, 1], [0, 1, 1, 0], [90, 91, 92, 93]);
    const all = permutationPValues(entries, [0, 1, 2], 400, { random: 1 });
    expect(permutationPValues(entries, [2, 0], 400, { random: 1 })).toEqual([all[2], all[0]]);
    expect(permutationPValues(entries, [], 400, { random: 1 })).toEqual([]);
    // The third group comes together in 1 of 495 shuffles; four of the eight small values in 70.
    expect(all[2]).toBeLessThan(0.015);
    expect(all[0]).toBeGreaterThan(0.05);
  });

  test('are as far apart as possible if neither side has any variation', () => {
    // 1 and its mirror image: 2 of the 70 ways to place four equal values among eight.
    const [p = 0] = permutationPValues(grouped([5, 5, 5, 5], [7, 7, 7, 7]), [0], 5_000, { random: 1 });
    expect(p).toBeGreaterThan(0.02);
    expect(p).toBeLessThan(0.04);
  });
});

describe('hours and weekdays', () => {
  const trade = (date: string, opened: string, closed: string, resultCents: number): Trade => ({
    ...{ instrument: 'ES', month: '2026-12', side: 'long', quantity: 1, feeCents: 0, resultCents },
    ...{ openedAt: at(date, opened), closedAt: at(date, closed) },
  });
  const days = ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'];

  test('are listed with their trades and averages, by opening hour and by closing day', () => {
    const trades = [
      trade('2026-11-09', '09:59', '10:05', 300),
      trade('2026-11-09', '10:00', '10:05', -101),
      trade('2026-11-10', '10:30', '10:35', 500),
      // Closed after 17:00, so it belongs to Wednesday.
      trade('2026-11-10', '16:58', '17:02', 90),
    ];
    const untested = { p: null, adjustedP: null, isFinding: false };
    expect(timingOf(trades, 10, { random: 1 })).toEqual({
      tests: 0,
      effects: [
        // The others made −101 + 500 + 90 = 489 in three trades.
        { kind: 'hour', key: 9, trades: 1, resultCents: 300, averageCents: 300, otherAverageCents: 163, ...untested },
        // 399 in two trades is 199.5 each; the others made 390 in two.
        { kind: 'hour', key: 10, trades: 2, resultCents: 399, averageCents: 200, otherAverageCents: 195, ...untested },
        { kind: 'hour', key: 16, trades: 1, resultCents: 90, averageCents: 90, otherAverageCents: 233, ...untested },
        // By days: Monday made 199 in two trades, Tuesday 500, Wednesday 90.
        {
          kind: 'weekday',
          key: 1,
          trades: 2,
          resultCents: 199,
          averageCents: 199,
          otherAverageCents: 295,
          ...untested,
        },
        {
          kind: 'weekday',
          key: 2,
          trades: 1,
          resultCents: 500,
          averageCents: 500,
          otherAverageCents: 145,
          ...untested,
        },
        { kind: 'weekday', key: 3, trades: 1, resultCents: 90, averageCents: 90, otherAverageCents: 350, ...untested },
      ],
    });
    const keys = timingOf(trades.toReversed(), 10, { random: 1 }).effects.map(({ key }) => key);
    expect(keys).toEqual([9, 10, 16, 1, 2, 3]);
    const [alone] = timingOf(trades.slice(0, 1), 10, { random: 1 }).effects;
    expect(alone).toMatchObject({ averageCents: 300, otherAverageCents: 0 });
  });

  const tested = (inHour: number, others: number) => {
    const trades = Array.from({ length: inHour + others }, (_, index) =>
      trade(days[index % 5] ?? '', index < inHour ? '09:00' : '11:00', '11:30', index % 7),
    );
    return timingOf(trades, 20, { random: 1 }).effects.filter(({ kind, p }) => kind === 'hour' && p !== null).length;
  };

  test('are tested from eight trades in the hour and eight outside it', () => {
    expect(tested(8, 8)).toBe(2);
    expect(tested(7, 9)).toBe(0);
    expect(tested(9, 7)).toBe(0);
  });

  test('are a finding up to an adjusted p-value of one in ten', () => {
    // Nine o'clock loses every time; eleven o'clock wins, so both differ, and no third hour is tested.
    const trades = Array.from({ length: 20 }, (_, index) =>
      trade(days[index % 5] ?? '', index < 10 ? '09:00' : '11:00', '11:30', index < 10 ? -500 - index : 500 + index),
    );
    const { tests, effects } = timingOf(trades, 99, { random: 1 });
    expect(tests).toBe(2);
    // No shuffle is as far apart: 1 of 100.
    expect(effects.slice(0, 2)).toMatchObject([
      { key: 9, p: 0.01, adjustedP: 0.01, isFinding: true },
      { key: 11, p: 0.01, adjustedP: 0.01, isFinding: true },
    ]);
    expect(effects.slice(2).every(({ isFinding, adjustedP }) => !isFinding && adjustedP === null)).toBe(true);
  });
});
