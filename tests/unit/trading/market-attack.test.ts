import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { deriveDayKeys } from '#server/core/market.ts';
import type { ContractMonth } from '#shared/exchange/contract-month.ts';
import type { InstrumentCode } from '#shared/exchange/instruments.ts';
import { readBars } from '#shared/trading/market/bars.ts';
import { createMarket, frameNumberAt, type Market, readQuote } from '#shared/trading/market/market.ts';
import { referenceOf } from '#shared/trading/market/references.ts';
import type { DayKeys } from '#shared/trading/market/walk.ts';
import { testMarket } from '../../support/test-market.ts';

/**
 * An attacker who knows the program, every price so far and every key published so far. A figure counts as more than
 * chance beyond four standard deviations.
 */
const chance = 4;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const from = Date.parse('2026-11-09T23:00:00Z');
const market = testMarket();

type Series = readonly number[];

const sumOf = (values: Series) => values.reduce((sum, value) => sum + value, 0);

function midOf(of: Market, instrument: InstrumentCode, month: ContractMonth, at: number): number {
  const quote = readQuote(of, instrument, month, frameNumberAt(at));
  if (!quote) throw new Error('closed');
  return (quote.bidTicks + quote.askTicks) / 2;
}

/** Moves from one time to the next, as shares of the price. */
function movesOf(instrument: InstrumentCode, month: ContractMonth, stepMs: number, count: number, of = market): Series {
  const prices = Array.from({ length: count + 1 }, (_, index) => midOf(of, instrument, month, from + index * stepMs));
  return prices.slice(1).map((price, index) => Math.log(price / (prices[index] ?? price)));
}

/** How many standard deviations the result of trading by a forecast is away from nothing. */
function edgeOf(forecasts: Series, moves: Series): number {
  const results = moves.map((move, index) => move * (forecasts[index] ?? 0));
  return sumOf(results) / Math.sqrt(sumOf(results.map((result) => result * result)) || 1);
}

describe('keys', () => {
  const day = '2026-11-18';
  const openAt = Date.parse('2026-11-17T23:00:00Z');
  const trueKeys = deriveDayKeys(Buffer.from('a seed'));
  /** Everything before the day is known; its own key is guessed. */
  const guessed = (key: Uint8Array): Market => createMarket((each) => (each === day ? key : trueKeys(each)), 'always');
  const minutesOf = (of: Market, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const at = openAt + index * minuteMs;
      return midOf(of, 'ES', '2026-12', at + minuteMs) - midOf(of, 'ES', '2026-12', at);
    });

  test('that are weak, old or derived from something public don’t forecast the day', () => {
    const digest = (text: string) => Uint8Array.from(createHash('sha256').update(text).digest());
    const revealed = ['2026-11-17', '2026-11-16', '2026-11-11'].map(trueKeys);
    const guesses = [
      ...revealed,
      ...revealed.map((key) => Uint8Array.from(createHash('sha256').update(key).digest())),
      ...revealed.map((key) => deriveDayKeys(Buffer.from(key))(day)),
      ...Array.from({ length: 1_500 }, (_, seed) => digest(String(seed))),
      ...Array.from({ length: 500 }, (_, seed) => deriveDayKeys(Buffer.from(String(seed)))(day)),
      digest(day),
      deriveDayKeys(new Uint8Array(32))(day),
    ];
    const actual = minutesOf(market, 60);
    const [seen, later] = [actual.slice(0, 10), actual.slice(10)];
    const best = guesses
      .map((key) => ({ key, fit: edgeOf(minutesOf(guessed(key), 10), seen) }))
      .toSorted((left, right) => right.fit - left.fit)[0];
    if (!best) throw new Error('nothing was guessed');
    expect(Math.abs(edgeOf(minutesOf(guessed(best.key), 60).slice(10), later))).toBeLessThan(chance);
    // The same attack with the right key wins: the test can tell.
    expect(edgeOf(minutesOf(guessed(trueKeys(day)), 60).slice(10), later)).toBeGreaterThan(chance);
  });

  test('change half of a day’s bits, and of every later draw, with any of their own', () => {
    const keys: DayKeys = (each) => Uint8Array.from(trueKeys(each), (byte, index) => byte ^ (index === 31 ? 1 : 0));
    const moves = movesOf('ES', '2026-12', minuteMs, 2_000, createMarket(keys, 'always'));
    expect(Math.abs(edgeOf(moves, movesOf('ES', '2026-12', minuteMs, 2_000)))).toBeLessThan(chance);
  });
});

describe('anchors', () => {
  const hours = 24 * 700;
  const prices = Array.from({ length: hours + 1 }, (_, index) => midOf(market, 'CL', '2026-12', from + index * hourMs));
  const priceAt = (hour: number) => prices[hour] ?? 0;
  const test700Days = (anchorOf: (hour: number) => number, holdHours: number) => {
    const starts = Array.from(
      { length: Math.floor(hours / holdHours) - 24 * 14 },
      (_, index) => 24 * 14 + index * holdHours,
    );
    const usable = starts.filter((start) => start + holdHours <= hours);
    const moves = usable.map((start) => Math.log(priceAt(start + holdHours) / priceAt(start)));
    return edgeOf(
      usable.map((start) => Math.sign(anchorOf(start) - priceAt(start))),
      moves,
    );
  };
  const tick = 0.01;

  test.each<[string, (hour: number) => number]>([
    ['the published reference', () => referenceOf('CL').price / tick],
    ['the day’s opening', (hour) => priceAt(hour - (hour % 24))],
    ['the close of the day before', (hour) => priceAt(hour - (hour % 24) - 1)],
    ['twelve days ago', (hour) => priceAt(hour - 12 * 24)],
    ['the mean of the last two weeks', (hour) => sumOf(prices.slice(hour - 336, hour)) / 336],
    ['whole dollars', (hour) => Math.round(priceAt(hour) / 100) * 100 + 0.001],
  ])('don’t attract the price: %s', (_, anchorOf) => {
    for (const holdHours of [1, 5, 24, 120])
      expect(Math.abs(test700Days(anchorOf, holdHours)), `held for ${holdHours} hours`).toBeLessThan(chance);
  });

  test('don’t drift: neither holding a contract nor a spread of two months earns anything', () => {
    const daily = movesOf('CL', '2026-12', 24 * hourMs, 700);
    expect(
      Math.abs(
        edgeOf(
          daily.map(() => 1),
          daily,
        ),
      ),
    ).toBeLessThan(chance);
    const spreadOf = (day: number) => {
      const at = from + day * 24 * hourMs;
      return midOf(market, 'CL', '2027-01', at) / midOf(market, 'CL', '2026-12', at);
    };
    const ratios = Array.from({ length: 300 }, (_, day) => spreadOf(day));
    // Whole ticks aside, both months are always the same share apart.
    expect(Math.max(...ratios) - Math.min(...ratios)).toBeLessThan(0.001);
  });
});

describe('autocorrelation', () => {
  const minutes = movesOf('ES', '2026-12', minuteMs, 60 * 24 * 14);
  const parts = movesOf('ES', '2026-12', 15_000, 4 * 60 * 24 * 3);

  test.each([1, 2, 3, 5, 10, 15, 29, 30, 59, 60, 61, 120, 1_380, 1_440])(
    'of minutes is absent at a lag of %i',
    (lag) => {
      expect(Math.abs(edgeOf(minutes.slice(0, -lag), minutes.slice(lag)))).toBeLessThan(chance);
    },
  );

  test('isn’t hidden where a bridge between two drawn prices would end', () => {
    for (const [moves, perUnit] of [
      [minutes, 60],
      [parts, 4],
    ] as const) {
      for (const share of [0.25, 0.5, 0.75, 0.9]) {
        const cut = Math.min(perUnit - 1, Math.round(perUnit * share));
        const units = Array.from({ length: Math.floor(moves.length / perUnit) }, (_, unit) =>
          moves.slice(unit * perUnit, (unit + 1) * perUnit),
        );
        const seen = units.map((unit) => sumOf(unit.slice(0, cut)));
        const rest = units.map((unit) => sumOf(unit.slice(cut)));
        const scale = Math.sqrt(sumOf(seen.map((move) => move * move)) / seen.length);
        const forecasts = [
          seen,
          seen.map(Math.sign),
          // A bounded or jumpy walk would show only after unusual moves.
          seen.map((move) => (Math.abs(move) > 1.5 * scale ? Math.sign(move) : 0)),
          seen.map((move) => (move / scale) ** 3 - 3 * (move / scale)),
        ];
        for (const forecast of forecasts) expect(Math.abs(edgeOf(forecast, rest))).toBeLessThan(chance);
      }
    }
  });

  test('isn’t learned from volume, spread or the last price either', () => {
    const bars = readBars(market, 'ES', '2026-12', { from, to: from + 10_000 * minuteMs, barMs: minuteMs });
    const next = bars.slice(1).map((bar, index) => bar.closeTicks - (bars[index]?.closeTicks ?? 0));
    const meanVolume = sumOf(bars.map(({ volume }) => volume)) / bars.length;
    const forecasts = [
      bars.map(({ volume }) => volume - meanVolume),
      bars.map(({ openTicks, closeTicks, volume }) => Math.sign(closeTicks - openTicks) * volume),
      bars.map(({ highTicks, lowTicks, closeTicks }) => 2 * closeTicks - highTicks - lowTicks),
    ];
    // A close is a bid or an ask, so that the next close is likely on the other side: half a tick that nobody can trade.
    const moves = next.map((_, index) => {
      const at = from + (index + 1) * minuteMs;
      return midOf(market, 'ES', '2026-12', at + minuteMs) - midOf(market, 'ES', '2026-12', at);
    });
    for (const forecast of forecasts) expect(Math.abs(edgeOf(forecast, moves))).toBeLessThan(chance);
  });
});

describe('other instruments', () => {
  const contracts = [
    ['ES', '2026-12'],
    ['NQ', '2026-12'],
    ['CL', '2027-01'],
    ['GC', '2026-12'],
    ['6E', '2026-12'],
  ] as const;
  const moves = contracts.map(([code, month]) => movesOf(code, month, minuteMs, 10_000));

  test('say nothing about a product, at the same time or later', () => {
    for (const [index, leader] of moves.entries()) {
      for (const [other, follower] of moves.entries()) {
        if (index === other) continue;
        for (const lag of [0, 1, 2, 60]) {
          const edge = edgeOf(lag === 0 ? leader : leader.slice(0, -lag), follower.slice(lag));
          expect(Math.abs(edge), `${contracts[index]} → ${contracts[other]}, ${lag} min`).toBeLessThan(chance);
        }
      }
    }
  });
});

describe('the fresh trader who won eight of eight', () => {
  test('wins no more trades than a coin would, with the best rule of many', () => {
    const moves = movesOf('NQ', '2026-12', 150_000, 4_000);
    const rules = Array.from({ length: 64 }, (_, index) => (step: number) => {
      const [lag, isContrary] = [1 + (index >> 1), index % 2 === 1];
      return Math.sign(moves[step - lag] ?? 0) * (isContrary ? -1 : 1);
    });
    const wins = (rule: (step: number) => number, first: number, end: number) => {
      let [won, made] = [0, 0];
      for (let step = first; step < end; step += 1) {
        const side = rule(step);
        if (side === 0 || moves[step] === 0) continue;
        made += 1;
        if (side * (moves[step] ?? 0) > 0) won += 1;
      }
      return (won - made / 2) / Math.sqrt(made / 4);
    };
    const best = rules.toSorted((left, right) => wins(right, 40, 2_000) - wins(left, 40, 2_000))[0];
    if (!best) throw new Error('no rule');
    expect(Math.abs(wins(best, 2_000, 4_000))).toBeLessThan(chance);
  });
});
