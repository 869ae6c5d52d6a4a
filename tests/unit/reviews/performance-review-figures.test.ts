import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { nextNormal, nextRandom } from '#lib/random.ts';
import type { Trade } from '#shared/accounts/statistics/trades.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import { nextTradingDay, resultDayOf } from '#shared/exchange/trading-day.ts';
import { averageTradeInterval, wilsonInterval } from '#shared/reviews/intervals.ts';
import { normalCdf, normalQuantile } from '#shared/reviews/normal.ts';
import { adjustPValues, permutationPValues } from '#shared/reviews/permutation.ts';
import { timingOf } from '#shared/reviews/timing.ts';

/** What make.py beside it says about the same records. */
type Reference = {
  readonly seed: number;
  readonly days: readonly (readonly [sum: number, trades: number])[];
  readonly wins: number;
  readonly trades: number;
  readonly wilson: readonly [number, number];
  readonly bca: readonly [number, number];
  readonly values: readonly number[];
  readonly groups: readonly number[];
  readonly tested: readonly number[];
  readonly p: readonly number[];
  readonly adjusted: readonly number[];
};

const references = readFileSync('tests/unit/fixtures/performance-review/scipy.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line): Reference => JSON.parse(line));
const shuffles = 499;

/** At most 0.1 % apart. */
function expectClose(actual: number | undefined, expected: number | undefined) {
  expect(Math.abs((actual ?? Number.NaN) - (expected ?? Number.NaN))).toBeLessThanOrEqual(
    Math.abs(expected ?? 0) / 1_000,
  );
}

describe('figures compared with SciPy', () => {
  test('the normal distribution and its inverse match published tables', () => {
    expect(normalCdf(1.959963984540054)).toBeCloseTo(0.975, 14);
    expect(normalQuantile(0.025)).toBeCloseTo(-1.959963984540054, 12);
    expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY);
  });

  test.each(references)('record $seed of $trades trades gives the same intervals and p-values', (record) => {
    const wilson = wilsonInterval(record.wins, record.trades);
    expectClose(wilson.low, record.wilson[0]);
    expectClose(wilson.high, record.wilson[1]);

    const days = record.days.map(([sum, trades]) => ({ sum, trades }));
    const bca = averageTradeInterval(days, 10_000, { random: record.seed });
    expectClose(bca?.low, record.bca[0]);
    expectClose(bca?.high, record.bca[1]);

    const entries = record.values.map((value, index) => ({ value, group: record.groups[index] ?? 0 }));
    const p = permutationPValues(entries, record.tested, shuffles, { random: record.seed });
    for (const [index, value] of p.entries()) expectClose(value, record.p[index]);
    for (const [index, value] of adjustPValues(p).entries()) expectClose(value, record.adjusted[index]);
  });

  test('identical days have no interval', () => {
    const days = Array.from({ length: 20 }, () => ({ sum: 500, trades: 2 }));
    expect(averageTradeInterval(days, 200, { random: 1 })).toBeNull();
  });
});

/** Thirty days of trades without an edge: every other trader has heavy tails, and one hour is four times as volatile. */
function randomTrades(seed: number): Trade[] {
  const random = { random: seed };
  const trades: Trade[] = [];
  let day = resultDayOf(Date.UTC(2026, 5, 1, 15)) as TradingDay;
  for (let index = 0; index < 30; index += 1) {
    day = nextTradingDay(day);
    const count = 1 + Math.floor(nextRandom(random) * 4);
    for (let trade = 0; trade < count; trade += 1) {
      const hour = 14 + Math.floor(nextRandom(random) * 6);
      const tail = seed % 2 === 0 ? 1 : 1 / Math.sqrt(nextRandom(random) + 0.01);
      const resultCents = Math.round(nextNormal(random) * 10_000 * tail * (hour === 14 ? 4 : 1));
      const openedAt = Date.parse(day) + hour * hourMs + trade * 60_000;
      trades.push({
        ...{ instrument: 'ES', month: '2026-12', side: 'long', quantity: 1, feeCents: 0 },
        ...{ openedAt, closedAt: openedAt + 30_000, resultCents },
      });
    }
  }
  return trades;
}

describe('hours and weekdays', () => {
  test('at most 12 % of 1,000 traders without an edge get a timing finding', () => {
    let found = 0;
    for (let seed = 1; seed <= 1_000; seed += 1) {
      const { effects } = timingOf(randomTrades(seed), 299, { random: seed });
      if (effects.some(({ isFinding }) => isFinding)) found += 1;
    }
    expect(found).toBeLessThanOrEqual(120);
    // Tests that never find anything would pass the first check.
    expect(found).toBeGreaterThan(20);
  });

  test('an hour that costs money is found, and the tests are counted', () => {
    const trades = randomTrades(4).map((trade) => {
      const isLate = new Date(trade.openedAt).getUTCHours() === 18;
      return isLate ? { ...trade, resultCents: trade.resultCents - 30_000 } : trade;
    });
    const { tests, effects } = timingOf(trades, 999, { random: 1 });
    // Six hours and five weekdays; 18:00 UTC in June is 13:00 in Chicago.
    expect(tests).toBe(11);
    expect(effects.filter(({ isFinding }) => isFinding).map(({ kind, key }) => [kind, key])).toEqual([['hour', 13]]);
  });

  test('an hour with too few trades is listed but not tested', () => {
    const trades = randomTrades(2).slice(0, 12);
    const { tests, effects } = timingOf(trades, 99, { random: 1 });
    expect(tests).toBe(0);
    expect(effects.every(({ p, adjustedP, isFinding }) => p === null && adjustedP === null && !isFinding)).toBe(true);
    expect(effects.filter(({ kind }) => kind === 'hour').reduce((sum, { trades: count }) => sum + count, 0)).toBe(12);
  });
});
