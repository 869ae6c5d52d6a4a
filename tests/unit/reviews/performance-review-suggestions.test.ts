import { describe, expect, test } from 'vitest';
import { statisticsOf } from '#shared/accounts/statistics/statistics.ts';
import type { Trade } from '#shared/accounts/statistics/trades.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import type { TradedDay } from '#shared/reviews/days.ts';
import type { ReviewReport, Timing } from '#shared/reviews/shape.ts';
import { type SuggestionInput, suggestionsOf } from '#shared/reviews/suggestions.ts';
import { at } from '../support.ts';

type ProgramReplay = ReviewReport['programs'][number];
type TimingEffect = Timing['effects'][number];

const noExcursions = {
  ...{ trades: 0, winners: 0, losers: 0, winnerAdverseCents: null, loserAdverseCents: null },
  ...{ winnerFavorableCents: null, loserFavorableCents: null, mostWinnersAdverseCents: null, losersOnceAhead: 0 },
};

/** Trades of one contract, ten minutes each, back to back from 9:00. */
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

/** The suggestions of an input that gives only the costs, changed by the given parts. */
function suggest({ statistics, ...parts }: Partial<Omit<SuggestionInput, 'statistics'>> & { statistics?: object }) {
  const own = statisticsOf((parts.days ?? []).flatMap(({ trades }) => trades));
  return suggestionsOf({
    ...{ days: [], expectancy: null, bySize: [], timing: { tests: 0, effects: [] }, distances: [], programs: [] },
    excursions: noExcursions,
    ...parts,
    statistics: { ...own, trades: 40, feeCents: 10_001, ...statistics },
  });
}

const costs = { kind: 'costs', feeCents: 10_001, trades: 40, perTradeCents: 250 };

test('the costs are always mentioned: 100.01 for 40 trades is 2.50 each', () => {
  expect(suggest({})).toEqual([costs]);
});

describe('the average trade', () => {
  test('loses beyond chance if even the upper end is below zero', () => {
    expect(suggest({ expectancy: { low: -900.4, high: -100.6 } })).toEqual([
      { kind: 'no-edge', highCents: -101 },
      costs,
    ]);
  });

  test('gains beyond chance if even the lower end is above zero', () => {
    const statistics = { expectancyCents: 500 };
    expect(suggest({ expectancy: { low: 120.6, high: 900 }, statistics })).toEqual([
      { kind: 'keep', lowCents: 121 },
      costs,
    ]);
  });

  test.each([
    ['−10 to 50 around 20 needs (30 ÷ 20)² of 20 days, 45', { low: -1_000, high: 5_000 }, 2_000, 45],
    ['0 to 40 around 20 needs as many days as there are', { low: 0, high: 4_000 }, 2_000, 20],
    ['−40 to 0 around −20 needs as many days as there are', { low: -4_000, high: 0 }, -2_000, 20],
    ['−10 to 40 around 15 needs (25 ÷ 15)² of 20 days, 55.6', { low: -1_000, high: 4_000 }, 1_500, 56],
    [
      'an average of ten cents would need 1,800,000 days, which is capped at 5,000',
      { low: -3_000, high: 3_000 },
      10,
      5_000,
    ],
  ])('can’t be distinguished from chance: %s', (_, expectancy, expectancyCents, needed) => {
    expect(suggest({ days: days(20, []), expectancy, statistics: { expectancyCents } })).toEqual([
      { kind: 'more-days', days: needed },
      costs,
    ]);
  });

  test('of exactly zero asks for no number of days', () => {
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
  const suggestTiming = (...effects: TimingEffect[]) => suggest({ timing: { tests: 11, effects } });

  test('the finding that cost the most is suggested', () => {
    const friday = effect({ kind: 'weekday', key: 5, trades: 12, resultCents: -40_000, averageCents: -4_000 });
    const chance = effect({ key: 9, resultCents: -90_000, isFinding: false });
    const suggestion = { kind: 'timing', unit: 'weekday', key: 5, trades: 12, resultCents: -40_000 };
    expect(suggestTiming(effect({}), friday, chance)).toEqual([suggestion, costs]);
  });

  test.each([
    ['gains, but less than the others', 100, 500],
    ['comes to zero', 0, 500],
    ['loses as much as the others', -200, -200],
    ['loses less than the others', -100, -200],
  ])('nothing is suggested for one that %s', (_, averageCents, otherAverageCents) => {
    expect(suggestTiming(effect({ averageCents, otherAverageCents }))).toEqual([costs]);
  });
});

describe('distance to the floor', () => {
  const distances = (...lowest: readonly number[]) =>
    lowest.map((lowestCents) => ({ day: '2026-11-16' as TradingDay, lowestCents, lastCents: lowestCents }));
  const far = Array.from({ length: 9 }, () => 5_001);
  const statistics = { averageLossCents: -5_000 };

  test('one day in ten within an average loss of the floor is a suggestion', () => {
    expect(suggest({ distances: distances(5_000, ...far), statistics })).toEqual([
      { kind: 'floor', closeDays: 1, days: 10, lossCents: 5_000 },
      costs,
    ]);
  });

  test('one day in eleven is too few, and so is no day at all', () => {
    expect(suggest({ distances: distances(5_000, 5_001, ...far), statistics })).toEqual([costs]);
    expect(suggest({ distances: [], statistics })).toEqual([costs]);
  });

  test('no distance counts as close without a losing trade', () => {
    expect(suggest({ distances: distances(0), statistics: { averageLossCents: null } })).toEqual([costs]);
  });
});

describe('another program', () => {
  const replay = (program: string, parts: Partial<ProgramReplay>): ProgramReplay => ({
    ...{ program, size: '50K', attempts: 3, passed: 0, breached: 2, firstBreach: null, lockedDays: 0 },
    ...{ fillsOverLimit: 0, ...parts },
  });
  const own = replay('classic', {});
  const named = (program: string, breached: number) => ({
    ...{ kind: 'program', program, size: '50K', breached, ownBreached: 2, attempts: 3 },
  });

  test('is suggested if it has the fewest breaches, or the fewest locked days on a tie', () => {
    const some = [replay('merit', { breached: 1, lockedDays: 3 }), replay('ascension', { breached: 1, lockedDays: 2 })];
    expect(suggest({ programs: [own, ...some] })).toEqual([named('ascension', 1), costs]);
    const none = replay('premium', { breached: 0, lockedDays: 9 });
    expect(suggest({ programs: [own, ...some, none] })).toEqual([named('premium', 0), costs]);
  });

  test('must have breached less often and allowed every fill', () => {
    const tooSmall = replay('merit', { breached: 0, fillsOverLimit: 1 });
    expect(suggest({ programs: [own, tooSmall, replay('ascension', {})] })).toEqual([costs]);
  });

  test('isn’t suggested to a trader who never breached', () => {
    expect(suggest({ programs: [replay('classic', { breached: 0 }), replay('merit', { breached: 0 })] })).toEqual([
      costs,
    ]);
  });
});

describe('trades after two losses', () => {
  test('ten of them that lost 800.00 do worse than an average trade', () => {
    expect(suggest({ days: days(10, [-5_000, -5_000, -8_000]) })).toEqual([
      { kind: 'after-losses', trades: 10, resultCents: -80_000 },
      costs,
    ]);
  });

  test.each([
    ['there are only nine', days(9, [-5_000, -5_000, -8_000])],
    ['they lose as much as all others', days(10, [-5_000, -5_000, -5_000])],
    ['they come to zero', days(10, [20_000, -5_000, -5_000, 0])],
    ['there are none', days(10, [-5_000, -5_000])],
  ])('nothing is suggested if %s', (_, traded) => {
    expect(suggest({ days: traded, statistics: { wins: 0 } })).toEqual([costs]);
  });
});

describe('a suggested daily stop', () => {
  test('is the average losing day: with −400 and −100, a stop at 250 would have saved the last 100', () => {
    const traded = [tradedDay([-10_000, -10_000, -10_000, -10_000]), tradedDay([-10_000]), tradedDay([5_000, -5_000])];
    expect(suggest({ days: traded, statistics: { wins: 0 } })).toEqual([
      { kind: 'daily-stop', stopCents: 25_000, savedCents: 10_000 },
      costs,
    ]);
  });

  test('is suggested from a twentieth of the losses: 25 of 500', () => {
    expect(suggest({ days: [tradedDay([-20_000, -20_000, -2_500]), tradedDay([-7_500])] })[0]).toEqual({
      ...{ kind: 'daily-stop', stopCents: 25_000, savedCents: 2_500 },
    });
    expect(suggest({ days: [tradedDay([-20_000, -20_000, -2_499]), tradedDay([-7_501])] })).toEqual([costs]);
  });

  test('isn’t suggested if recoveries followed', () => {
    expect(suggest({ days: [tradedDay([-20_000, -20_000, 2_500]), tradedDay([-7_500])] })[0]?.kind).not.toBe(
      'daily-stop',
    );
  });
});

describe('a suggested stop per trade', () => {
  const excursions = { ...noExcursions, mostWinnersAdverseCents: 4_000, winners: 10, losers: 10 };
  const statistics = { averageLossCents: -6_000 };

  test('is 40.00, where nine of ten winners survived, if losers average 60.00', () => {
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
    ['winners as far behind as the losers’ average', { ...excursions, mostWinnersAdverseCents: 6_000 }],
  ])('isn’t suggested with %s', (_, known) => {
    expect(suggest({ excursions: known, statistics })).toEqual([costs]);
  });
});

describe('losers that were once ahead', () => {
  test.each([
    ['are suggested for five of twenty, a quarter', 5, 20, true],
    ['are not suggested for five of twenty-one', 5, 21, false],
    ['are not suggested for only four', 4, 4, false],
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

  test('is suggested if it loses while the smaller sizes together win', () => {
    expect(suggest({ bySize: [size(1, 20, 50_000), size(2, 12, -20_000), size(3, 10, -30_000)] })).toEqual([
      { kind: 'size', contracts: 3, trades: 10, resultCents: -30_000 },
      costs,
    ]);
  });

  test.each([
    ['only nine trades of it', [size(1, 20, 50_000), size(3, 9, -30_000)]],
    ['a result of zero', [size(1, 20, 50_000), size(3, 10, 0)]],
    ['the other sizes at zero', [size(1, 20, 0), size(3, 10, -30_000)]],
    ['only one size', [size(3, 10, -30_000)]],
  ])('isn’t suggested with %s', (_, bySize) => {
    expect(suggest({ bySize })).toEqual([costs]);
  });
});

describe('the break-even suggestion', () => {
  test('says that seven winners cover three losses of 50.00 at 21.43 each', () => {
    const statistics = { wins: 7, losses: 3, winRateBps: 7_000, averageLossCents: -5_000 };
    expect(suggest({ statistics })).toEqual([
      { kind: 'break-even', winRateBps: 7_000, lossCents: 5_000, winCents: 2_143 },
      costs,
    ]);
  });

  test('is left out without losers', () => {
    expect(suggest({ statistics: { wins: 3, losses: 0, winRateBps: 10_000, averageLossCents: 0 } })).toEqual([costs]);
  });

  test('is left out without winners', () => {
    expect(suggest({ statistics: { wins: 0, losses: 3, winRateBps: 0, averageLossCents: -5_000 } })).toEqual([costs]);
  });
});

test('at most three suggestions are made, the most important first', () => {
  const timing = { tests: 1, effects: [] };
  const statistics = { wins: 7, losses: 3, winRateBps: 7_000, averageLossCents: -6_000, expectancyCents: -900 };
  const excursions = { ...noExcursions, mostWinnersAdverseCents: 4_000, winners: 10, losers: 10, losersOnceAhead: 5 };
  const kinds = suggest({ timing, excursions, statistics, expectancy: { low: -2_000, high: -100 } });
  expect(kinds.map(({ kind }) => kind)).toEqual(['no-edge', 'stop', 'give-back']);
});
