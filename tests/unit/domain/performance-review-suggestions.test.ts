import { describe, expect, test } from 'vitest';
import type { TradingDay } from '../../../src/domain/calendar/trading-day.ts';
import type { TradedDay } from '../../../src/domain/performance-review/days.ts';
import type { ProgrammeReplay } from '../../../src/domain/performance-review/other-programmes.ts';
import { type SuggestionInput, suggestionsOf } from '../../../src/domain/performance-review/suggestions.ts';
import type { TimingEffect } from '../../../src/domain/performance-review/timing.ts';
import { statisticsOf } from '../../../src/domain/statistics/statistics.ts';
import type { Trade } from '../../../src/domain/statistics/trades.ts';
import { at } from './support.ts';

const noExcursions = {
  ...{ trades: 0, winners: 0, losers: 0, winnerAdverseCents: null, loserAdverseCents: null },
  ...{ winnerFavourableCents: null, loserFavourableCents: null, mostWinnersAdverseCents: null, losersOnceAhead: 0 },
};

/** Trades of one contract, ten minutes each, one after the other from 9:00. */
function tradedDay(results: readonly number[], day = '2026-11-16' as TradingDay): TradedDay {
  const trades = results.map((resultCents, index): Trade => {
    const openedAt = at(day, '09:00') + index * 600_000;
    return {
      ...{ instrument: 'ES', month: '2026-12', side: 'long', quantity: 1, feeCents: 0 },
      ...{ openedAt, closedAt: openedAt + 600_000, resultCents },
    };
  });
  return { day, resultCents: results.reduce((sum, result) => sum + result, 0), trades };
}

function days(count: number, results: readonly number[]): readonly TradedDay[] {
  return Array.from({ length: count }, () => tradedDay(results));
}

/** Nothing to say but the costs, unless the parts say more. */
function suggest({ statistics, ...parts }: Partial<Omit<SuggestionInput, 'statistics'>> & { statistics?: object }) {
  const own = statisticsOf((parts.days ?? []).flatMap(({ trades }) => trades));
  return suggestionsOf({
    ...{ days: [], expectancy: null, bySize: [], timing: { tests: 0, effects: [] }, distances: [], programmes: [] },
    excursions: noExcursions,
    ...parts,
    statistics: { ...own, trades: 40, feeCents: 10_001, ...statistics },
  });
}

const costs = { kind: 'costs', feeCents: 10_001, trades: 40, perTradeCents: 250 };

test('costs always apply: 100.01 for 40 trades are 2.50 each', () => {
  expect(suggest({})).toEqual([costs]);
});

describe('the average trade', () => {
  test('loses beyond chance when even the upper end is below zero', () => {
    expect(suggest({ expectancy: { low: -900.4, high: -100.6 } })).toEqual([
      { kind: 'no-edge', highCents: -101 },
      costs,
    ]);
  });

  test('gains beyond chance when even the lower end is above zero', () => {
    const statistics = { expectancyCents: 500 };
    expect(suggest({ expectancy: { low: 120.6, high: 900 }, statistics })).toEqual([
      { kind: 'keep', lowCents: 121 },
      costs,
    ]);
  });

  test.each([
    ['−10 to 50 around 20: (30 ÷ 20)² of 20 days are 45', { low: -1_000, high: 5_000 }, 2_000, 45],
    ['0 to 40 around 20: as many days as there are', { low: 0, high: 4_000 }, 2_000, 20],
    ['−40 to 0 around −20', { low: -4_000, high: 0 }, -2_000, 20],
    ['−10 to 40 around 15: (25 ÷ 15)² of 20 days are 55.6', { low: -1_000, high: 4_000 }, 1_500, 56],
    [
      'an average of ten cents would take 1,800,000 days; beyond 5,000 a number says no more',
      { low: -3_000, high: 3_000 },
      10,
      5_000,
    ],
  ])('can’t be told from chance: %s', (_, expectancy, expectancyCents, needed) => {
    expect(suggest({ days: days(20, []), expectancy, statistics: { expectancyCents } })).toEqual([
      { kind: 'more-days', days: needed },
      costs,
    ]);
  });

  test('of exactly zero, no number of days would tell', () => {
    const statistics = { expectancyCents: 0 };
    expect(suggest({ days: days(20, []), expectancy: { low: -100, high: 100 }, statistics })).toEqual([costs]);
  });
});

describe('hours and weekdays', () => {
  const effect = (parts: Partial<TimingEffect>): TimingEffect => ({
    ...{ kind: 'hour', key: 13, trades: 15, resultCents: -30_000, averageCents: -2_000, otherAverageCents: 500 },
    ...{ p: 0.01, adjustedP: 0.05, isFinding: true },
    ...parts,
  });
  const suggestTiming = (...effects: readonly TimingEffect[]) => suggest({ timing: { tests: 11, effects } });

  test('the finding that cost most is named', () => {
    const friday = effect({ kind: 'weekday', key: 5, trades: 12, resultCents: -40_000, averageCents: -4_000 });
    const chance = effect({ key: 9, resultCents: -90_000, isFinding: false });
    const suggestion = { kind: 'timing', unit: 'weekday', key: 5, trades: 12, resultCents: -40_000 };
    expect(suggestTiming(effect({}), friday, chance)).toEqual([suggestion, costs]);
  });

  test.each([
    ['gains, only less than the others', 100, 500],
    ['comes to zero', 0, 500],
    ['loses as much as the others', -200, -200],
    ['loses less than the others', -100, -200],
  ])('nothing is said of one that %s', (_, averageCents, otherAverageCents) => {
    expect(suggestTiming(effect({ averageCents, otherAverageCents }))).toEqual([costs]);
  });
});

describe('the floor', () => {
  const distances = (...lowest: readonly number[]) =>
    lowest.map((lowestCents) => ({ day: '2026-11-16' as TradingDay, lowestCents, lastCents: lowestCents }));
  const far = Array.from({ length: 9 }, () => 5_001);
  const statistics = { averageLossCents: -5_000 };

  test('was an average loss away on one day of ten', () => {
    expect(suggest({ distances: distances(5_000, ...far), statistics })).toEqual([
      { kind: 'floor', closeDays: 1, days: 10, lossCents: 5_000 },
      costs,
    ]);
  });

  test('one day of eleven is too few, and so is none at all', () => {
    expect(suggest({ distances: distances(5_000, 5_001, ...far), statistics })).toEqual([costs]);
    expect(suggest({ distances: [], statistics })).toEqual([costs]);
  });

  test('without a losing trade no distance is near', () => {
    expect(suggest({ distances: distances(0), statistics: { averageLossCents: null } })).toEqual([costs]);
  });
});

describe('another programme', () => {
  const replay = (programme: string, parts: Partial<ProgrammeReplay>): ProgrammeReplay => ({
    ...{ programme, size: '50K', attempts: 3, passed: 0, breached: 2, firstBreach: null, lockedDays: 0 },
    ...{ fillsOverLimit: 0, ...parts },
  });
  const own = replay('classic', {});
  const named = (programme: string, breached: number) => ({
    ...{ kind: 'programme', programme, size: '50K', breached, ownBreached: 2, attempts: 3 },
  });

  test('with the fewest breaches is named, and of equals the one with fewer locked days', () => {
    const some = [replay('merit', { breached: 1, lockedDays: 3 }), replay('ascension', { breached: 1, lockedDays: 2 })];
    expect(suggest({ programmes: [own, ...some] })).toEqual([named('ascension', 1), costs]);
    const none = replay('premium', { breached: 0, lockedDays: 9 });
    expect(suggest({ programmes: [own, ...some, none] })).toEqual([named('premium', 0), costs]);
  });

  test('must have been breached less often, and have allowed every fill', () => {
    const tooSmall = replay('merit', { breached: 0, fillsOverLimit: 1 });
    expect(suggest({ programmes: [own, tooSmall, replay('ascension', {})] })).toEqual([costs]);
  });

  test('isn’t named to somebody who never breached', () => {
    expect(suggest({ programmes: [replay('classic', { breached: 0 }), replay('merit', { breached: 0 })] })).toEqual([
      costs,
    ]);
  });
});

describe('trades after two losses', () => {
  test('ten of them lost 800.00, more than an average trade', () => {
    expect(suggest({ days: days(10, [-5_000, -5_000, -8_000]) })).toEqual([
      { kind: 'after-losses', trades: 10, resultCents: -80_000 },
      costs,
    ]);
  });

  test.each([
    ['nine are too few', days(9, [-5_000, -5_000, -8_000])],
    ['they lose as much as all others', days(10, [-5_000, -5_000, -5_000])],
    ['they come to zero', days(10, [20_000, -5_000, -5_000, 0])],
    ['none was made', days(10, [-5_000, -5_000])],
  ])('nothing is said where %s', (_, traded) => {
    expect(suggest({ days: traded, statistics: { wins: 0 } })).toEqual([costs]);
  });
});

describe('a daily stop', () => {
  test('at the average losing day: of −400 and −100, 250 would have kept the last 100', () => {
    const traded = [tradedDay([-10_000, -10_000, -10_000, -10_000]), tradedDay([-10_000]), tradedDay([5_000, -5_000])];
    expect(suggest({ days: traded, statistics: { wins: 0 } })).toEqual([
      { kind: 'daily-stop', stopCents: 25_000, savedCents: 10_000 },
      costs,
    ]);
  });

  test('is worth saying from a twentieth of the losses: 25 of 500', () => {
    expect(suggest({ days: [tradedDay([-20_000, -20_000, -2_500]), tradedDay([-7_500])] })[0]).toEqual({
      ...{ kind: 'daily-stop', stopCents: 25_000, savedCents: 2_500 },
    });
    expect(suggest({ days: [tradedDay([-20_000, -20_000, -2_499]), tradedDay([-7_501])] })).toEqual([costs]);
  });

  test('isn’t worth saying where recoveries followed', () => {
    expect(suggest({ days: [tradedDay([-20_000, -20_000, 2_500]), tradedDay([-7_500])] })[0]?.kind).not.toBe(
      'daily-stop',
    );
  });
});

describe('a stop for each trade', () => {
  const excursions = { ...noExcursions, mostWinnersAdverseCents: 4_000, winners: 10, losers: 10 };
  const statistics = { averageLossCents: -6_000 };

  test('at 40.00, where nine of ten winners stayed, when losers average 60.00', () => {
    expect(suggest({ excursions, statistics })).toEqual([
      { kind: 'stop', stopCents: 4_000, winners: 10, lossCents: 6_000 },
      costs,
    ]);
  });

  test.each([
    ['nine winners', { ...excursions, winners: 9 }],
    ['nine losers', { ...excursions, losers: 9 }],
    ['winners that were never behind', { ...excursions, mostWinnersAdverseCents: 0 }],
    ['no known winner', { ...excursions, mostWinnersAdverseCents: null }],
    ['winners as far behind as losers lose', { ...excursions, mostWinnersAdverseCents: 6_000 }],
  ])('isn’t suggested with %s', (_, known) => {
    expect(suggest({ excursions: known, statistics })).toEqual([costs]);
  });
});

describe('losers that were ahead', () => {
  test.each([
    ['five of twenty are a quarter', 5, 20, true],
    ['five of twenty-one are fewer', 5, 21, false],
    ['four make no habit', 4, 4, false],
  ])('%s', (_, losersOnceAhead, losers, isSaid) => {
    const excursions = { ...noExcursions, losersOnceAhead, losers };
    const suggestion = { kind: 'give-back', trades: losersOnceAhead, losers, lossCents: 6_000 };
    expect(suggest({ excursions, statistics: { averageLossCents: -6_000 } })).toEqual(
      isSaid ? [suggestion, costs] : [costs],
    );
  });
});

describe('the largest size', () => {
  const size = (key: number, trades: number, resultCents: number) => ({ key, trades, wins: 0, resultCents });

  test('loses while the smaller ones together win', () => {
    expect(suggest({ bySize: [size(1, 20, 50_000), size(2, 12, -20_000), size(3, 10, -30_000)] })).toEqual([
      { kind: 'size', contracts: 3, trades: 10, resultCents: -30_000 },
      costs,
    ]);
  });

  test.each([
    ['nine trades of it', [size(1, 20, 50_000), size(3, 9, -30_000)]],
    ['a result of zero', [size(1, 20, 50_000), size(3, 10, 0)]],
    ['the others at zero', [size(1, 20, 0), size(3, 10, -30_000)]],
    ['one size only', [size(3, 10, -30_000)]],
  ])('isn’t mentioned with %s', (_, bySize) => {
    expect(suggest({ bySize })).toEqual([costs]);
  });
});

describe('breaking even', () => {
  test('seven winners carry three losses of 50.00 when they make 21.43 each', () => {
    const statistics = { wins: 7, losses: 3, winRateBps: 7_000, averageLossCents: -5_000 };
    expect(suggest({ statistics })).toEqual([
      { kind: 'break-even', winRateBps: 7_000, lossCents: 5_000, winCents: 2_143 },
      costs,
    ]);
  });

  test('says nothing without losers', () => {
    expect(suggest({ statistics: { wins: 3, losses: 0, winRateBps: 10_000, averageLossCents: 0 } })).toEqual([costs]);
  });

  test('says nothing without winners', () => {
    expect(suggest({ statistics: { wins: 0, losses: 3, winRateBps: 0, averageLossCents: -5_000 } })).toEqual([costs]);
  });
});

test('three suggestions at most, the most important first', () => {
  const timing = { tests: 1, effects: [] };
  const statistics = { wins: 7, losses: 3, winRateBps: 7_000, averageLossCents: -6_000, expectancyCents: -900 };
  const excursions = { ...noExcursions, mostWinnersAdverseCents: 4_000, winners: 10, losers: 10, losersOnceAhead: 5 };
  const kinds = suggest({ timing, excursions, statistics, expectancy: { low: -2_000, high: -100 } });
  expect(kinds.map(({ kind }) => kind)).toEqual(['no-edge', 'stop', 'give-back']);
});
