import { describe, expect, test } from 'vitest';
import type { Trade } from '#shared/accounts/statistics/trades.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import {
  resultWithDailyStop,
  type TradedDay,
  tradedDaysOf,
  tradesAfterTwoLosses,
  worstDaysOf,
} from '#shared/reviews/days.ts';
import { excursionsOf, summarizeExcursions } from '#shared/reviews/excursions.ts';
import { createIdleMarkFilter } from '#shared/reviews/idle-marks.ts';
import { adjustPValues, permutationPValues } from '#shared/reviews/permutation.ts';
import { at, buy, entryTicks, mark, reset, sell } from '../support.ts';

const monday = '2026-11-16' as TradingDay;

/** @param from and @param to times of day in Chicago */
function trade(from: string, to: string, resultCents: number, quantity = 1, day = monday): Trade {
  return {
    ...{ instrument: 'ES', month: '2026-12', side: 'long', feeCents: 0 },
    ...{ quantity, openedAt: at(day, from), closedAt: at(day, to), resultCents },
  };
}

const dayOf = (...trades: readonly Trade[]): TradedDay => ({
  day: monday,
  resultCents: trades.reduce((sum, { resultCents }) => sum + resultCents, 0),
  trades,
});

describe('trades after two losses', () => {
  const losses = [trade('09:00', '09:10', -100), trade('09:10', '09:20', -100)];

  test('include one that opens the moment the second loss closes', () => {
    const next = trade('09:20', '09:30', 300);
    expect(tradesAfterTwoLosses(dayOf(...losses, next))).toEqual([next]);
  });

  test.each([
    ['opened before the second loss was known', [...losses, trade('09:19', '09:30', 300)]],
    ['after a loss and a win', [...losses.slice(1), trade('09:20', '09:25', 50), trade('09:25', '09:30', 300)]],
    [
      'after a loss and a trade that made nothing',
      [...losses.slice(1), trade('09:20', '09:25', 0), trade('09:25', '09:30', 300)],
    ],
    ['after one loss, opened and closed in one moment', [trade('09:00', '09:10', -100), trade('09:20', '09:20', -100)]],
  ])('exclude one %s', (_, trades) => {
    expect(tradesAfterTwoLosses(dayOf(...trades))).toEqual([]);
  });

  test('depend only on the last two trades, so a win before them changes nothing', () => {
    const next = trade('09:20', '09:30', -300);
    expect(tradesAfterTwoLosses(dayOf(trade('08:00', '08:10', 900), ...losses, next))).toEqual([next]);
  });
});

describe('a daily stop of 100.00', () => {
  const stopped = (...trades: readonly Trade[]) => resultWithDailyStop([dayOf(...trades)], 10_000);

  test('ends the day when exactly 100.00 is lost, even before a trade opened at that moment', () => {
    expect(stopped(trade('09:00', '09:10', -10_000), trade('09:10', '09:20', 7_000))).toBe(-10_000);
    expect(stopped(trade('09:00', '09:10', -9_999), trade('09:10', '09:20', 7_000))).toBe(-2_999);
  });

  test('includes trades that were open when it was reached, and stays reached', () => {
    const trades = [
      trade('09:00', '09:05', -10_000),
      trade('09:04', '09:20', -1_000),
      trade('09:10', '09:30', 50_000),
      trade('09:25', '09:40', 50_000),
    ];
    expect(stopped(...trades)).toBe(-11_000);
  });

  test('starts again every day, as with −100 and 70', () => {
    const days = [dayOf(trade('09:00', '09:10', -10_000)), dayOf(trade('09:10', '09:20', 7_000))];
    expect(resultWithDailyStop(days, 10_000)).toBe(-3_000);
  });
});

describe('the worst days', () => {
  const days = (...results: readonly number[]) => results.map((cents) => dayOf(trade('09:00', '09:10', cents)));

  test('are a tenth, rounded up: four of 31, the worst first', () => {
    const results = Array.from({ length: 31 }, (_, index) => -100 * (index + 1));
    const worst = worstDaysOf(days(...results));
    expect(worst?.days.map(({ resultCents }) => resultCents)).toEqual([-3_100, -3_000, -2_900, -2_800]);
    expect(worst?.others.days).toBe(27);
  });

  test('are at least three, and only losing days: a day at zero isn’t one', () => {
    expect(worstDaysOf(days(-100, -200, -300, -400, 50))?.days).toHaveLength(3);
    expect(worstDaysOf(days(-100, 0, 50, 60))?.days).toHaveLength(1);
  });

  test('need a losing day and other days for comparison', () => {
    expect(worstDaysOf(days(100, 0))).toBeNull();
    expect(worstDaysOf(days(-100, -200))).toBeNull();
  });

  test('are compared by trades, size and order: 7 trades in 3 days are 2.3 a day, 10 contracts are 1.4 a trade', () => {
    const losing = [
      dayOf(trade('09:00', '09:10', -100), trade('09:10', '09:20', -100), trade('09:20', '09:30', -100, 4)),
      dayOf(trade('09:00', '09:10', -100), trade('09:10', '09:20', -100)),
      dayOf(trade('09:00', '09:10', 0), trade('09:10', '09:20', -100)),
    ];
    // One of seven followed two losses, 14.29 %; two of three days began with a loss, 66.67 %.
    expect(worstDaysOf([...losing, dayOf(trade('09:00', '09:10', 100))])?.worst).toEqual({
      ...{ days: 3, tradesPerDay: 2.3, contractsPerTrade: 1.4, afterTwoLossesBps: 1_429, lostFirstBps: 6_667 },
    });
  });

  test('assign a trade to the trading day of its close, so one closed at 17:05 belongs to the next day', () => {
    const found = tradedDaysOf([
      trade('09:00', '09:10', 100),
      trade('14:00', '15:00', 50),
      trade('17:01', '17:05', 70),
    ]);
    expect(found.map(({ day, resultCents, trades }) => [day, resultCents, trades.length])).toEqual([
      ['2026-11-16', 150, 2],
      ['2026-11-17', 70, 1],
    ]);
  });
});

describe('the excursions of a trade', () => {
  test('are measured for a short: 6 ticks against it are 75.00, and 8 in its favor 100.00', () => {
    const events = [
      sell(at(monday, '10:00'), entryTicks),
      mark(at(monday, '10:01'), entryTicks + 6),
      mark(at(monday, '10:02'), entryTicks - 8),
      buy(at(monday, '10:03'), entryTicks - 2),
    ];
    expect(excursionsOf(events)).toEqual([{ adverseCents: 7_500, favorableCents: 10_000, prices: 2 }]);
  });

  test('add up contracts bought 4 ticks apart: 10 and 6 ticks ahead are 200.00, and the last one 3 and 2 behind is 62.50', () => {
    const events = [
      buy(at(monday, '10:00'), entryTicks),
      buy(at(monday, '10:01'), entryTicks + 4),
      mark(at(monday, '10:02'), entryTicks + 10),
      sell(at(monday, '10:03'), entryTicks + 2),
      mark(at(monday, '10:04'), entryTicks - 3),
      sell(at(monday, '10:05'), entryTicks),
    ];
    expect(excursionsOf(events)).toEqual([{ adverseCents: 6_250, favorableCents: 20_000, prices: 2 }]);
  });

  test('are separate for each trade when a position is reversed', () => {
    const events = [
      buy(at(monday, '10:00'), entryTicks),
      mark(at(monday, '10:01'), entryTicks - 1),
      sell(at(monday, '10:02'), entryTicks + 4, { quantity: 3 }),
      mark(at(monday, '10:03'), entryTicks + 1),
      buy(at(monday, '10:04'), entryTicks + 5, { quantity: 2 }),
    ];
    expect(excursionsOf(events)).toEqual([
      { adverseCents: 1_250, favorableCents: 5_000, prices: 1 },
      { adverseCents: 2_500, favorableCents: 7_500, prices: 1 },
    ]);
  });

  test('use each contract month’s own prices when two are held', () => {
    const march = { month: '2027-03' } as const;
    const events = [
      buy(at(monday, '10:00'), entryTicks),
      sell(at(monday, '10:00'), entryTicks, march),
      mark(at(monday, '10:01'), entryTicks - 2),
      mark(at(monday, '10:02'), entryTicks + 3, 'ES', '2027-03'),
      buy(at(monday, '10:03'), entryTicks - 1, march),
      sell(at(monday, '10:04'), entryTicks + 1),
    ];
    expect(excursionsOf(events)).toEqual([
      { adverseCents: 3_750, favorableCents: 1_250, prices: 1 },
      { adverseCents: 2_500, favorableCents: 1_250, prices: 1 },
    ]);
  });

  test('give medians, and the winners’ 90th percentile: 20 plus four fifths of the way to 60 is 52.00', () => {
    const results = [3_000, 5_000, 4_000, -4_000, -6_000, 0];
    const trades = results.map((cents) => trade('09:00', '09:10', cents));
    const pairs = [
      [1_000, 7_000],
      [6_000, 9_000],
      [2_000, 8_000],
      [5_000, 5_000],
      [7_000, 4_999],
      [9_000, 9_000],
    ];
    const excursions = pairs.map(([adverseCents = 0, favorableCents = 0]) => ({
      adverseCents,
      favorableCents,
      prices: 1,
    }));
    expect(summarizeExcursions(trades, excursions, at(monday, '09:00'))).toEqual({
      ...{ trades: 6, winners: 3, losers: 2, winnerAdverseCents: 2_000, loserAdverseCents: 6_000 },
      // The average loss is 50.00, and one of the two losers had once been that far ahead.
      ...{
        winnerFavorableCents: 8_000,
        loserFavorableCents: 5_000,
        mostWinnersAdverseCents: 5_200,
        losersOnceAhead: 1,
      },
    });
  });

  test('have no medians without known trades', () => {
    expect(summarizeExcursions([], [], 0)).toEqual({
      ...{ trades: 0, winners: 0, losers: 0, winnerAdverseCents: null, loserAdverseCents: null },
      ...{ winnerFavorableCents: null, loserFavorableCents: null, mostWinnersAdverseCents: null, losersOnceAhead: 0 },
    });
  });
});

test('only prices of an open contract are relevant, and no contract is open after a reset', () => {
  const isMarkRelevant = createIdleMarkFilter();
  const events = [
    [mark(at(monday, '09:59'), entryTicks), false],
    [buy(at(monday, '10:00'), entryTicks, { quantity: 2 }), true],
    [mark(at(monday, '10:01'), entryTicks), true],
    [mark(at(monday, '10:01'), entryTicks, 'NQ'), false],
    [mark(at(monday, '10:01'), entryTicks, 'ES', '2027-03'), false],
    [sell(at(monday, '10:02'), entryTicks), true],
    [mark(at(monday, '10:03'), entryTicks), true],
    [sell(at(monday, '10:04'), entryTicks), true],
    [mark(at(monday, '10:05'), entryTicks), false],
    [sell(at(monday, '10:06'), entryTicks), true],
    [mark(at(monday, '10:07'), entryTicks), true],
    [reset(at(monday, '10:08')), true],
    [mark(at(monday, '10:09'), entryTicks), false],
  ] as const;
  for (const [event, isRelevant] of events) expect([event.at, isMarkRelevant(event)]).toEqual([event.at, isRelevant]);
});

describe('p-values', () => {
  test('of 1, 2, 3, 4 against 5, 6, 7, 8 count only the record itself and its mirror as equally far apart', () => {
    const entries = [1, 2, 3, 4, 5, 6, 7, 8].map((value, index) => ({ value, group: index < 4 ? 0 : 1 }));
    // 2 of the 70 ways to divide eight values is 2.9 %; in 10,000 shuffles the estimate varies by 0.2 %.
    const [first = 0, second = 0] = permutationPValues(entries, [0, 1], 10_000, { random: 1 });
    expect(first).toBe(second);
    expect(first).toBeGreaterThan(2 / 70 - 0.007);
    expect(first).toBeLessThan(2 / 70 + 0.007);
  });

  test('are 1 for equal values, because every shuffle is equally far apart', () => {
    const entries = [3, 3, 3, 3, 3, 3].map((value, index) => ({ value, group: index % 2 }));
    expect(permutationPValues(entries, [0, 1], 50, { random: 1 })).toEqual([1, 1]);
  });

  test('are adjusted for four tests: each times four over its rank, and never above a larger one', () => {
    // 0.01 × 4 ÷ 1, 0.02 × 4 ÷ 2, 0.03 × 4 ÷ 3 are all 0.04; 0.5 stays.
    const adjusted = adjustPValues([0.5, 0.01, 0.03, 0.02]);
    for (const [index, value] of [0.5, 0.04, 0.04, 0.04].entries()) expect(adjusted[index]).toBeCloseTo(value, 12);
    expect(adjustPValues([0.9, 0.4])).toEqual([0.9, 0.8]);
  });
});
