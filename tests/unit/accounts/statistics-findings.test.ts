import { describe, expect, test } from 'vitest';
import { layoutBars } from '#lib/chart/bar-layout.ts';
import { belowPeak, layoutResults } from '#lib/chart/result-layout.ts';
import { binResults } from '#shared/accounts/statistics/distribution.ts';
import { findBestHours, findExtremes, winToLossHundredths } from '#shared/accounts/statistics/findings.ts';
import { resultMonths } from '#shared/accounts/statistics/months.ts';

const group = <Key>(key: Key, resultCents: number) => ({ key, trades: 1, wins: 0, resultCents });

describe('the best hours', () => {
  test('are the run that adds up to the most: 9 and 10 of eight, 3,369 + 3,285 = 6,654, and the rest costs 4,287', () => {
    const results = [-218, 3_369, 3_285, -1_010, -952, -815, -593, -699];
    const hours = results.map((dollars, index) => group(8 + index, dollars * 100));
    expect(findBestHours(hours)).toEqual({
      fromHour: 9,
      toHour: 11,
      resultCents: 665_400,
      otherHours: 6,
      otherCents: -428_700,
    });
  });

  test('include a losing hour if the hours around it make more: 300 − 100 + 250', () => {
    const hours = [group(9, 30_000), group(10, -10_000), group(11, 25_000), group(12, -5_000)];
    expect(findBestHours(hours)).toMatchObject({ fromHour: 9, toHour: 12, resultCents: 45_000, otherCents: -5_000 });
  });

  test('don’t reach over an hour without a trade', () => {
    const hours = [group(9, 10_000), group(11, 15_000)];
    expect(findBestHours(hours)).toMatchObject({ fromHour: 11, toHour: 12, otherHours: 1, otherCents: 10_000 });
  });

  test('reach over midnight, because a trading day opens at 17:00 the evening before', () => {
    const hours = [group(0, 20_000), group(16, 5_000), group(17, -9_000), group(23, 10_000)];
    expect(findBestHours(hours)).toMatchObject({ fromHour: 23, toHour: 1, resultCents: 30_000, otherCents: -4_000 });
  });

  test('are none if no hour made money, and without a trade', () => {
    expect(findBestHours([group(9, -100), group(10, 0)])).toBeNull();
    expect(findBestHours([])).toBeNull();
  });
});

test('of equal groups the first is the best and the worst; there is none of an empty list', () => {
  const [monday, tuesday, friday] = [group(1, 500), group(2, -200), group(5, 500)] as const;
  expect(findExtremes([monday, tuesday, friday])).toEqual({ best: monday, worst: tuesday });
  expect(findExtremes([monday, friday])).toEqual({ best: monday, worst: monday });
  expect(findExtremes([])).toBeNull();
});

test('a win of 105.89 is 1.17 times a loss of 90.60; one of them alone compares with nothing', () => {
  expect(winToLossHundredths(10_589, -9_060)).toBe(117);
  expect(winToLossHundredths(10_589, null)).toBeNull();
  expect(winToLossHundredths(null, -9_060)).toBeNull();
});

describe('the distribution of results', () => {
  test('has seven bins on each side; a result on a limit counts to the bin nearer to zero, break-even to none', () => {
    // 95 % of seven results are all seven, so 700 ÷ 7 gives bins of 100 dollars.
    const bins = binResults([10_000, 10_001, 70_000, -10_000, -25_000, -70_000, 0, 5_000]);
    expect(bins).toHaveLength(14);
    expect(bins.map(({ trades }) => trades)).toEqual([1, 0, 0, 0, 1, 0, 1, 2, 1, 0, 0, 0, 0, 1]);
    expect([bins[0], bins[6], bins[7]].map((bin) => [bin?.fromCents, bin?.toCents])).toEqual([
      [-70_000, -60_000],
      [-10_000, 0],
      [0, 10_000],
    ]);
  });

  test('keeps an outlier in the outermost bin: it neither widens the bins nor gets lost', () => {
    const bins = binResults([...Array.from({ length: 99 }, () => 7_000), 5_000_000]);
    expect(bins.at(-1)).toEqual({ fromCents: 6_000, toCents: 7_000, trades: 100 });
  });

  test('is empty if every trade broke even', () => {
    expect(binResults([0, 0])).toEqual([]);
  });
});

describe('months of results', () => {
  test('have a row per week from Monday to Friday: November 2026 starts on a Sunday and ends on a Monday', () => {
    const [november] = resultMonths([
      { day: '2026-11-02', resultCents: 10_000 },
      { day: '2026-11-24', resultCents: -40_000 },
      { day: '2026-11-30', resultCents: 10_100 },
    ]);
    expect(november?.resultCents).toBe(-19_900);
    expect(november?.weeks.map((week) => week.map((day) => day?.dayOfMonth ?? null))).toEqual([
      [2, 3, 4, 5, 6],
      [9, 10, 11, 12, 13],
      [16, 17, 18, 19, 20],
      [23, 24, 25, 26, 27],
      [30, null, null, null, null],
    ]);
    // 100 is a quarter of 400, 101 is more than that, and Tuesday the 3rd has no trade.
    const levels = [0, 3, 4].map((week) => november?.weeks[week]?.[week === 3 ? 1 : 0]?.level);
    expect(levels).toEqual([1, 3, 2]);
    expect(november?.weeks[0]?.[1]).toMatchObject({ day: '2026-11-03', resultCents: null, level: 0 });
  });

  test('without a trade between two others are listed too, over the turn of the year', () => {
    const days = [
      { day: '2026-11-30', resultCents: 500 },
      { day: '2027-01-04', resultCents: 700 },
    ];
    expect(resultMonths(days).map(({ month, resultCents }) => [month, resultCents])).toEqual([
      ['2026-11', 500],
      ['2026-12', 0],
      ['2027-01', 700],
    ]);
    expect(resultMonths([])).toEqual([]);
  });
});

describe('charts of results', () => {
  test('bars share one scale: 30 up and 10 down leave zero at three quarters', () => {
    expect(layoutBars([30, -10, 0])).toEqual({
      zero: 75,
      bars: [
        { top: 0, height: 75 },
        { top: 75, height: 25 },
        { top: 75, height: 0 },
      ],
    });
    expect(layoutBars([])).toEqual({ zero: 0, bars: [] });
  });

  test('the drawdown is measured from the highest total so far', () => {
    expect(belowPeak([0, 100, 40, 120, -30])).toEqual([0, 0, -60, 0, -150]);
  });

  test('the total and the drawdown below it share one time axis', () => {
    const days = [
      { startsAt: 0, endsAt: 10, label: 'Mon' },
      { startsAt: 100, endsAt: 110, label: 'Tue' },
    ];
    const points = [
      { at: 5, sumCents: 10_000 },
      { at: 105, sumCents: -10_000 },
    ];
    const layout = layoutResults(points, days);
    // From −100 to +100 dollars; the middle of each day is at 25 and 75 percent.
    expect(layout.linePath).toBe('M0 50L25 0L75 100');
    expect(layout.drawdownPath).toBe('M0 0H25L75 100');
    expect(layout.deepest).toEqual({ x: 75, y: 100 });
    expect(layout.days.map(({ x, label }) => [x, label])).toEqual([
      [25, 'Mon'],
      [75, 'Tue'],
    ]);
  });

  test('a line that never falls has no deepest point', () => {
    const days = [{ startsAt: 0, endsAt: 10, label: 'Mon' }];
    expect(layoutResults([{ at: 5, sumCents: 10_000 }], days).deepest).toBeNull();
  });
});
