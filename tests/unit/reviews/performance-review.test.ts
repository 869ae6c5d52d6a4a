import { describe, expect, test } from 'vitest';
import type { AccountEvent } from '#shared/accounts/model.ts';
import { tradesOf } from '#shared/accounts/statistics/trades.ts';
import { nextTradingDay, type TradingDay } from '#shared/exchange/trading-day.ts';
import { tradedDaysOf, worstDaysOf } from '#shared/reviews/days.ts';
import { excursionsOf, summarizeExcursions } from '#shared/reviews/excursions.ts';
import { replayUnder } from '#shared/reviews/other-programs.ts';
import { floorDistancesOf, makeReport } from '#shared/reviews/report.ts';
import { adjust, at, buy, close, dayTrade, entryTicks, mark, reset, sell, trailing } from '../support.ts';

const monday = '2026-11-16';
const tuesday = '2026-11-17';
const candidate = { program: 'classic', size: '50K', rules: trailing };

/** That many trading days with these results in turn, by default one trade a day. */
function record(days: number, results: readonly number[], perDay = 1): AccountEvent[] {
  const events: AccountEvent[] = [];
  let day = '2026-11-02' as TradingDay;
  for (let index = 0; index < days; index += 1) {
    for (let trade = 0; trade < perDay; trade += 1) {
      const dollars = results[(index * perDay + trade) % results.length] ?? 0;
      const openedAt = at(day, '10:00') + trade * 600_000;
      events.push(buy(openedAt, entryTicks), sell(openedAt + 300_000, entryTicks + dollars / 12.5));
    }
    events.push(close(day));
    day = nextTradingDay(day);
  }
  return events;
}

const input = { rules: trailing, candidates: [candidate], seed: 7, pricesFrom: 0 };

describe('excursions', () => {
  test('a trade 4 ticks behind and 10 ahead before it made 2 was 50.00 behind and 125.00 ahead', () => {
    const events = [
      buy(at(monday, '10:00'), entryTicks),
      mark(at(monday, '10:01'), entryTicks - 4),
      mark(at(monday, '10:02'), entryTicks + 10),
      mark(at(monday, '10:02'), entryTicks + 99, 'NQ'),
      sell(at(monday, '10:05'), entryTicks + 2),
    ];
    expect(excursionsOf(events)).toEqual([{ adverseCents: 5_000, favorableCents: 12_500, prices: 2 }]);
  });

  test('trades before stored prices and trades without any are left out', () => {
    const events = [
      ...dayTrade(monday, 50),
      buy(at(tuesday, '10:00'), entryTicks),
      mark(at(tuesday, '10:01'), entryTicks - 8),
      sell(at(tuesday, '10:02'), entryTicks + 4),
    ];
    const trades = tradesOf(events.filter((event) => event.type === 'fill'));
    expect(summarizeExcursions(trades, excursionsOf(events), 0)).toMatchObject({
      trades: 1,
      winners: 1,
      winnerAdverseCents: 10_000,
    });
    expect(summarizeExcursions(trades, excursionsOf(events), at(tuesday, '10:01')).trades).toBe(0);
  });
});

describe('the daily distance to the floor', () => {
  test('includes open losses: of $2,000, 40 ticks behind leaves $1,500, and closing at −10 leaves $1,875', () => {
    const events = [
      buy(at(monday, '10:00'), entryTicks),
      mark(at(monday, '10:01'), entryTicks - 40),
      sell(at(monday, '10:05'), entryTicks - 10),
      close(monday),
      ...dayTrade(tuesday, 250),
    ];
    expect(floorDistancesOf(trailing, events)).toEqual([
      { day: monday, lowestCents: 150_000, lastCents: 187_500 },
      { day: tuesday, lowestCents: 187_500, lastCents: 212_500 },
    ]);
  });

  test('uses the nearer floor: with $1,000 a day and $2,000 overall, an entry leaves $1,000', () => {
    const rules = { ...trailing, dailyLoss: { mode: 'hard', limitCents: 100_000 } } as const;
    expect(floorDistancesOf(rules, dayTrade(monday, 50))).toEqual([
      { day: monday, lowestCents: 100_000, lastCents: 105_000 },
    ]);
  });

  test('is zero at a breach, and nothing after it counts until a reset', () => {
    const events = [
      buy(at(monday, '10:00'), entryTicks),
      mark(at(monday, '10:01'), entryTicks - 160),
      ...dayTrade(tuesday, 250),
    ];
    const breached = { day: monday, lowestCents: 0, lastCents: 0 };
    expect(floorDistancesOf(trailing, events)).toEqual([breached]);
    const again = [...events, reset(at('2026-11-18', '09:00')), ...dayTrade('2026-11-18', 50)];
    expect(floorDistancesOf(trailing, again)).toEqual([
      breached,
      { day: '2026-11-18', lowestCents: 200_000, lastCents: 205_000 },
    ]);
  });

  test('ignores prices without a position, and adjustments', () => {
    const events = [
      ...dayTrade(monday, 50),
      mark(at(tuesday, '10:00'), entryTicks),
      buy(at('2026-11-18', '10:00'), entryTicks),
      adjust(at('2026-11-19', '10:00'), -5_000),
    ];
    expect(floorDistancesOf(trailing, events).map(({ day }) => day)).toEqual([monday, '2026-11-18']);
  });

  test('is empty for a program without any floor', () => {
    const rules = { ...trailing, drawdown: { mode: 'none' } as const };
    expect(floorDistancesOf(rules, dayTrade(monday, 50))).toEqual([]);
  });
});

describe('the same fills under another program', () => {
  const attempts = [...dayTrade(monday, -1_250), close(monday), reset(at(tuesday, '09:00')), ...dayTrade(tuesday, 500)];

  test('each attempt between resets is replayed, and a smaller floor is breached on the first day', () => {
    const rules = { ...trailing, drawdown: { mode: 'static', maxLossCents: 125_000 } as const };
    expect(replayUnder({ program: 'ascension', size: '50K', rules }, attempts)).toEqual({
      program: 'ascension',
      size: '50K',
      attempts: 2,
      passed: 0,
      breached: 1,
      firstBreach: { rule: 'max-loss', day: monday },
      lockedDays: 0,
      fillsOverLimit: 0,
    });
    expect(replayUnder(candidate, attempts)).toMatchObject({ attempts: 2, breached: 0, firstBreach: null });
  });

  test('a soft daily limit locks the day and breaches nothing', () => {
    const rules = {
      ...trailing,
      drawdown: { mode: 'none' },
      dailyLoss: { mode: 'soft', limitCents: 100_000 },
    } as const;
    expect(replayUnder({ ...candidate, rules }, attempts)).toMatchObject({ breached: 0, lockedDays: 1 });
  });

  test('fills above the contract limit are counted', () => {
    const events = [
      buy(at(monday, '10:00'), entryTicks, { quantity: 6 }),
      sell(at(monday, '10:05'), entryTicks, { quantity: 6 }),
    ];
    expect(replayUnder(candidate, events)).toMatchObject({ fillsOverLimit: 1 });
    const [over, closing] = events;
    if (!over || !closing) throw new Error('two fills');
    // A price while they are held isn't another fill, and five contracts are within the limit.
    expect(replayUnder(candidate, [over, mark(at(monday, '10:01'), entryTicks), closing]).fillsOverLimit).toBe(1);
    expect(
      replayUnder(candidate, [
        { ...over, quantity: 5 },
        { ...closing, quantity: 5 },
      ]).fillsOverLimit,
    ).toBe(0);
  });

  test('a passed attempt ends there, and trades after it are ignored', () => {
    const events = [
      ...dayTrade(monday, 3_000),
      close(monday),
      buy(at(tuesday, '10:00'), entryTicks, { quantity: 6 }),
      sell(at(tuesday, '10:05'), entryTicks - 80, { quantity: 6 }),
    ];
    expect(replayUnder(candidate, events)).toMatchObject({ attempts: 1, passed: 1, breached: 0, fillsOverLimit: 0 });
  });

  test('an attempt without a fill doesn’t count, and the first breach may be in the second attempt', () => {
    const events = [
      mark(at(monday, '09:00'), entryTicks),
      reset(at(monday, '09:30')),
      ...dayTrade(monday, 50),
      reset(at(tuesday, '09:00')),
      ...dayTrade(tuesday, -2_000),
      reset(at(tuesday, '11:00')),
    ];
    expect(replayUnder(candidate, events)).toMatchObject({
      ...{ attempts: 2, breached: 1, firstBreach: { rule: 'max-loss', day: tuesday } },
    });
  });
});

test('the worst days are compared with the others by trades per day and trades after two losses', () => {
  const events = [
    ...record(4, [100]),
    ...[-50, -50, -100].flatMap((dollars, index) => {
      const openedAt = at('2026-11-16', '10:00') + index * 600_000;
      return [buy(openedAt, entryTicks), sell(openedAt + 60_000, entryTicks + dollars / 12.5)];
    }),
  ];
  const days = tradedDaysOf(tradesOf(events.filter((event) => event.type === 'fill')));
  expect(worstDaysOf(days)).toEqual({
    days: [{ day: '2026-11-16', resultCents: -20_000, trades: 3 }],
    worst: { days: 1, tradesPerDay: 3, contractsPerTrade: 1, afterTwoLossesBps: 3_333, lostFirstBps: 10_000 },
    others: { days: 4, tradesPerDay: 1, contractsPerTrade: 1, afterTwoLossesBps: 0, lostFirstBps: 0 },
  });
});

describe('a review', () => {
  test('of 29 trades or of 19 days is too small: it keeps the record but draws no conclusions', () => {
    const few = makeReport({ ...input, events: record(29, [100, -50]) });
    expect(few.sample).toEqual({ trades: 29, days: 29, isEnough: false });
    expect(few.conclusions).toBeNull();
    expect(few.figures.resultCents).toBe(15 * 10_000 - 14 * 5_000);
    expect(makeReport({ ...input, events: record(19, [100, -50], 2) }).sample.isEnough).toBe(false);
    expect(makeReport({ ...input, events: record(20, [100, -50, 25], 2) }).sample.isEnough).toBe(true);
  });

  test('of 30 trades on 20 days is large enough and contains every figure', () => {
    // Fifteen trades of 100.00 and fifteen of −50.00, one contract each, on twenty days, and a mark at the end.
    const events = [
      ...record(10, [100, -50], 2),
      ...record(20, [100, -50]).slice(30),
      mark(at('2026-12-30', '10:00'), entryTicks),
    ];
    const report = makeReport({ ...input, events, candidates: [candidate, { ...candidate, program: 'merit' }] });
    expect(report.sample).toEqual({ trades: 30, days: 20, isEnough: true });
    const all = { trades: 30, wins: 15, resultCents: 75_000 };
    expect(report.figures).toEqual({
      ...{ trades: 30, wins: 15, losses: 15, resultCents: 75_000, feeCents: 0, winRateBps: 5_000 },
      ...{ expectancyCents: 2_500, averageWinCents: 10_000, averageLossCents: -5_000 },
      byInstrument: [{ key: 'ES', ...all, contracts: [{ key: 'ESZ6', ...all }] }],
      bySize: [{ key: 1, ...all }],
    });
    expect(report.programs.map(({ program }) => program)).toEqual(['classic', 'merit']);
    const { conclusions } = report;
    // The Wilson interval of 15 in 30.
    expect(conclusions?.winRate).toEqual({ lowBps: 3_315, highBps: 6_685 });
    const { lowCents = Number.NaN, highCents = Number.NaN } = conclusions?.expectancy ?? {};
    expect([Number.isInteger(lowCents), Number.isInteger(highCents)]).toEqual([true, true]);
    expect(lowCents).toBeGreaterThan(-1_500);
    expect(lowCents).toBeLessThan(2_500);
    expect(highCents).toBeGreaterThan(2_500);
    expect(highCents).toBeLessThan(6_500);
  });

  test('of identical days has no confidence interval for the average trade', () => {
    const { conclusions } = makeReport({ ...input, events: record(20, [100, -50], 2) });
    expect(conclusions?.expectancy).toBeNull();
    expect(conclusions?.winRate.lowBps).toBe(3_520);
  });

  test('is the same for the same input and seed, and another seed changes only the resampled figures', () => {
    const events = record(30, [100, -50, 200, -125, 25], 2);
    const first = makeReport({ ...input, events });
    expect(makeReport({ ...input, events })).toEqual(first);
    const other = makeReport({ ...input, events, seed: 8 });
    expect(other.figures).toEqual(first.figures);
    expect(other.conclusions?.winRate).toEqual(first.conclusions?.winRate);
    expect(other.conclusions?.expectancy).not.toEqual(first.conclusions?.expectancy);
  });

  test('says that a loser’s average trade loses beyond chance, and makes three suggestions', () => {
    const { conclusions } = makeReport({ ...input, events: record(30, [-100, -50, 25], 2) });
    expect(conclusions?.suggestions).toHaveLength(3);
    expect(conclusions?.suggestions[0]).toMatchObject({ kind: 'no-edge' });
    expect(conclusions?.expectancy?.highCents).toBeLessThan(0);
  });

  test('suggests caution if a tenth of the days come within an average loss of the floor', () => {
    const rules = { ...trailing, drawdown: { mode: 'static', maxLossCents: 20_000 } as const };
    const { floor, conclusions } = makeReport({ ...input, rules, events: record(30, [-150, 150, 12.5], 2) });
    expect(floor.lossCents).toBe(15_000);
    expect(floor.closeDays).toBeGreaterThanOrEqual(3);
    const { closeDays } = floor;
    expect(conclusions?.suggestions).toContainEqual({ kind: 'floor', closeDays, days: 30, lossCents: 15_000 });
  });
});
