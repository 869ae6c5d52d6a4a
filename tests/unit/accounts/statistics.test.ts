import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { replay } from '#shared/accounts/engine.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { groupTrades, statisticsOf } from '#shared/accounts/statistics/statistics.ts';
import { type Trade, tradesOf } from '#shared/accounts/statistics/trades.ts';
import { at, buy, entryTicks, sell, trailing } from '../support.ts';

const day = '2026-11-18';

describe('trades', () => {
  test('a trade runs from flat to flat and includes fees: two in, one out at +10, one out at −2 ticks, 5.00 of fees', () => {
    const trades = tradesOf([
      buy(at(day, '10:00'), entryTicks, { quantity: 2, feeCents: 200 }),
      sell(at(day, '10:05'), entryTicks + 10, { feeCents: 100 }),
      sell(at(day, '10:09'), entryTicks - 2, { feeCents: 200 }),
    ]);
    expect(trades).toEqual([
      {
        instrument: 'ES',
        month: '2026-12',
        side: 'long',
        quantity: 2,
        openedAt: at(day, '10:00'),
        closedAt: at(day, '10:09'),
        resultCents: 8 * 1_250 - 500,
        feeCents: 500,
      },
    ]);
  });

  test('a fill that reverses the position closes one trade and opens the next, and its fee is split by contracts', () => {
    const [long, short] = tradesOf([
      buy(at(day, '10:00'), entryTicks, { feeCents: 100 }),
      sell(at(day, '10:05'), entryTicks + 4, { quantity: 3, feeCents: 301 }),
      buy(at(day, '10:30'), entryTicks, { quantity: 2, feeCents: 200 }),
    ]);
    expect(long).toMatchObject({ side: 'long', quantity: 1, resultCents: 5_000 - 201, feeCents: 201 });
    expect(short).toMatchObject({ side: 'short', quantity: 2, resultCents: 10_000 - 400, feeCents: 400 });
  });

  test('trades add up to the result that the engine realized, whatever was traded', () => {
    const fills = fc.array(
      fc.record({
        side: fc.constantFrom('buy' as const, 'sell' as const),
        quantity: fc.integer({ min: 1, max: 5 }),
        ticks: fc.integer({ min: -20, max: 20 }),
        feeCents: fc.nat({ max: 500 }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(fills, (drawn) => {
        const played: Fill[] = drawn.map(({ side, quantity, ticks, feeCents }, index) => ({
          ...buy(at(day, '09:00') + index * 1_000, entryTicks + ticks, { quantity, feeCents }),
          side,
        }));
        const held = played.reduce((sum, fill) => sum + (fill.side === 'buy' ? fill.quantity : -fill.quantity), 0);
        const last = at(day, '12:00');
        if (held > 0) played.push(sell(last, entryTicks, { quantity: held }));
        if (held < 0) played.push(buy(last, entryTicks, { quantity: -held }));
        const rules = { ...trailing, drawdown: { mode: 'none' } as const, targetCents: null };
        const trades = tradesOf(played);
        const { balanceCents } = replay(rules, played);
        expect(statisticsOf(trades).resultCents).toBe(balanceCents - rules.startingBalanceCents);
      }),
    );
  });
});

describe('statistics', () => {
  /** Results of +$100, −$50, −$75 and +$200; a tick of ES is $12.50. */
  let trades: Trade[] = [];
  let statistics = statisticsOf([]);
  beforeEach(() => {
    trades = tradesOf(
      [8, -4, -6, 16].flatMap((ticks, index) => [
        buy(at(day, `1${index}:00`), entryTicks),
        sell(at(day, `1${index}:0${index * 2 + 1}`), entryTicks + ticks),
      ]),
    );
    statistics = statisticsOf(trades);
  });

  test('win rate, expectancy and profit factor are 2 of 4, 175 ÷ 4 = 43.75 and 300 ÷ 125 = 2.4', () => {
    expect(statistics).toMatchObject({
      trades: 4,
      wins: 2,
      losses: 2,
      resultCents: 17_500,
      winRateBps: 5_000,
      expectancyCents: 4_375,
      averageWinCents: 15_000,
      averageLossCents: -6_250,
      lostCents: 12_500,
      profitFactorBps: 24_000,
      bestTrade: { contract: 'ESZ6', resultCents: 20_000 },
      worstTrade: { contract: 'ESZ6', resultCents: -7_500 },
    });
  });

  test('the maximum drawdown is measured from the highest point: 100 − (−25) = 125', () => {
    expect(statistics.maxDrawdownCents).toBe(12_500);
  });

  test('the final drawdown is the part not recovered: 125 after −50 and −75, and zero after +200', () => {
    expect(statistics.drawdownCents).toBe(0);
    expect(statisticsOf(trades.slice(0, 3)).drawdownCents).toBe(12_500);
  });

  test('the curve ends at the result, and its days add up to the result', () => {
    const { points, days } = statistics.curve;
    expect(points.map(({ sumCents }) => sumCents)).toEqual([10_000, 5_000, -2_500, 17_500]);
    expect(days).toMatchObject([{ day, trades: 4, resultCents: 17_500, sumCents: 17_500 }]);
  });

  test('a long curve is downsampled with its extremes', () => {
    const [first] = trades;
    const long = Array.from({ length: 25_000 }, (_, index) => ({
      ...(first as (typeof trades)[number]),
      closedAt: at(day, '10:00') + index,
      resultCents: index === 12_345 ? -9_999_900 : 100,
    }));
    const { points } = statisticsOf(long).curve;
    expect(points.length).toBeLessThanOrEqual(361);
    expect(points.at(-1)?.sumCents).toBe(24_999 * 100 - 9_999_900);
    expect(Math.min(...points.map(({ sumCents }) => sumCents))).toBe(12_345 * 100 - 9_999_900);
  });

  test('fees, the average holding time and break-even trades are included', () => {
    // Held for 1, 3, 5 and 7 minutes; fees of 40 cents each way.
    const even = tradesOf([
      buy(at(day, '10:00'), entryTicks, { feeCents: 40 }),
      sell(at(day, '10:03'), entryTicks, { feeCents: 40 }),
      buy(at(day, '11:00'), entryTicks),
      sell(at(day, '11:01'), entryTicks),
    ]);
    expect(statistics.averageHoldingMs).toBe(240_000);
    expect(statisticsOf(even)).toMatchObject({
      ...{ trades: 2, wins: 0, losses: 1, resultCents: -80, feeCents: 80, winRateBps: 0 },
      ...{ expectancyCents: -40, averageWinCents: null, averageLossCents: -80, profitFactorBps: 0 },
      ...{ maxDrawdownCents: 80, drawdownCents: 80, averageHoldingMs: 120_000 },
      bestTrade: { contract: 'ESZ6', resultCents: 0 },
      bySide: [{ key: 'long', trades: 2, wins: 0, resultCents: -80 }],
    });
  });

  test('a holding time on a boundary belongs to the longer group', () => {
    const held = (minutes: number) =>
      tradesOf([buy(at(day, '10:00'), entryTicks), sell(at(day, '10:00') + minutes * 60_000, entryTicks)]);
    const groups = [0.9, 1, 5, 15, 60].map((minutes) => statisticsOf(held(minutes)).byHolding[0]?.key);
    expect(groups).toEqual(['under-1m', 'under-5m', 'under-15m', 'under-1h', 'longer']);
  });

  test('the first of several equal trades is both the best and the worst', () => {
    const [first, second] = tradesOf([
      buy(at(day, '10:00'), entryTicks),
      sell(at(day, '10:01'), entryTicks + 4),
      buy(at(day, '11:00'), entryTicks, { month: '2027-03' }),
      sell(at(day, '11:01'), entryTicks + 4, { month: '2027-03' }),
    ]);
    const { bestTrade, worstTrade } = statisticsOf([first as Trade, second as Trade]);
    expect([bestTrade?.contract, worstTrade?.contract]).toEqual(['ESZ6', 'ESZ6']);
  });

  test('days are listed in order, each with its running total, and only the newest 260 are kept', () => {
    const [one] = trades;
    const on = (days: number, resultCents: number): Trade => ({
      ...(one as Trade),
      closedAt: at(day, '10:00') + days * dayMs,
      resultCents,
    });
    expect(statisticsOf([on(0, 500), on(0, -200), on(1, 100)]).curve.days).toEqual([
      { day, startsAt: on(0, 0).closedAt, endsAt: on(0, 0).closedAt, trades: 2, resultCents: 300, sumCents: 300 },
      {
        ...{ day: '2026-11-19', startsAt: on(1, 0).closedAt, endsAt: on(1, 0).closedAt },
        ...{ trades: 1, resultCents: 100, sumCents: 400 },
      },
    ]);
    // 600 calendar days have more than 260 trading days; weekends count for the Monday after.
    const many = Array.from({ length: 600 }, (_, index) => on(index - 600, 1));
    const { days } = statisticsOf(many).curve;
    expect(days).toHaveLength(260);
    expect(days.at(-1)).toMatchObject({ day: '2026-11-17', sumCents: 600 });
  });

  test('a downsampled curve keeps the first, last, lowest and highest point of each segment, in order', () => {
    const [one] = trades;
    const results = Array.from({ length: 600 }, (_, index) => [100, 300, -500, 50, 51][index % 5] as number);
    const long = results.map((resultCents, index) => ({ ...(one as Trade), closedAt: index, resultCents }));
    const { points } = statisticsOf(long).curve;
    // 120 segments of five: +100, +400, −100, −50, +1 from where each began, which is 1 more each time.
    const expected = Array.from({ length: 120 }, (_, segment) => [
      ...(segment === 0 ? [{ at: 0, sumCents: 100 }] : []),
      { at: segment * 5 + 1, sumCents: segment + 400 },
      { at: segment * 5 + 2, sumCents: segment - 100 },
      { at: segment * 5 + 4, sumCents: segment + 1 },
    ]).flat();
    expect(points).toEqual(expected);
  });

  test('trades are grouped by side, by month and by their attributes', () => {
    expect(statistics.bySide).toEqual([{ key: 'long', trades: 4, wins: 2, resultCents: 17_500 }]);
    expect(statistics.byMonth).toEqual([{ key: '2026-11', trades: 4, wins: 2, resultCents: 17_500 }]);
    const odd = groupTrades(trades, ({ resultCents }) => (resultCents > 0 ? 'won' : 'lost'));
    expect(odd.map(({ key, resultCents }) => [key, resultCents])).toEqual([
      ['lost', -12_500],
      ['won', 30_000],
    ]);
  });

  test('trades are grouped by hour in Chicago, weekday and holding time', () => {
    expect(statistics.byHour.map(({ key }) => key)).toEqual([10, 11, 12, 13]);
    expect(statistics.byWeekday).toEqual([{ key: 3, trades: 4, wins: 2, resultCents: 17_500 }]);
    expect(statistics.byHolding.map(({ key, trades: count }) => [key, count])).toEqual([
      ['under-5m', 2],
      ['under-15m', 2],
    ]);
  });

  test('each instrument is a group with a subgroup per contract month, such as ES December and ES March', () => {
    const march = { month: '2027-03' } as const;
    const rolled = tradesOf([
      buy(at(day, '10:00'), entryTicks, march),
      sell(at(day, '10:05'), entryTicks - 8, march),
      buy(at(day, '11:00'), entryTicks),
      sell(at(day, '11:05'), entryTicks + 16),
      buy(at(day, '12:00'), 400, { instrument: 'CL', month: '2027-01' }),
      sell(at(day, '12:05'), 410, { instrument: 'CL', month: '2027-01' }),
    ]);
    const { byInstrument, bestTrade, worstTrade } = statisticsOf(rolled);
    expect(byInstrument).toEqual([
      {
        ...{ key: 'CL', trades: 1, wins: 1, resultCents: 10_000 },
        contracts: [{ key: 'CLF7', trades: 1, wins: 1, resultCents: 10_000 }],
      },
      {
        ...{ key: 'ES', trades: 2, wins: 1, resultCents: 10_000 },
        contracts: [
          { key: 'ESZ6', trades: 1, wins: 1, resultCents: 20_000 },
          { key: 'ESH7', trades: 1, wins: 0, resultCents: -10_000 },
        ],
      },
    ]);
    expect(bestTrade).toEqual({ contract: 'ESZ6', resultCents: 20_000 });
    expect(worstTrade).toEqual({ contract: 'ESH7', resultCents: -10_000 });
  });

  test('an empty list has no rates and no division by zero', () => {
    expect(statisticsOf([])).toMatchObject({
      trades: 0,
      winRateBps: null,
      resultCents: 0,
      expectancyCents: null,
      averageWinCents: null,
      averageHoldingMs: null,
      profitFactorBps: null,
      curve: { points: [], days: [] },
      bestTrade: null,
      worstTrade: null,
    });
  });
});
