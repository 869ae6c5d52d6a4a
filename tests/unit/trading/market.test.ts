import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { frontMonthOf } from '#shared/exchange/contract-month.ts';
import { type InstrumentCode, instrumentCodes, instruments } from '#shared/exchange/instruments.ts';
import { appendPart, type Bar, joinBars, readBars } from '#shared/trading/market/bars.ts';
import { findContract, tradableMonths } from '#shared/trading/market/contracts.ts';
import { listOpenSpans } from '#shared/trading/market/hours.ts';
import {
  frameMs,
  frameNumberAt,
  type Market,
  type MarketFrame,
  readDayOpenTicks,
  readDepth,
  readFrame,
  readQuote,
} from '#shared/trading/market/market.ts';
import { referenceOf } from '#shared/trading/market/references.ts';
import { testMarket } from '../../support/test-market.ts';

/** A new market walks from its first day to any other, which takes a while; the shared one remembers. */
const always = () => testMarket();
const shared = testMarket();
const [firstAt, lastAt] = [Date.parse('2026-01-02T00:00:00Z'), Date.parse('2028-11-30T00:00:00Z')];
const anyInstrument = fc.constantFrom(...instrumentCodes);
const anyTime = fc.integer({ min: firstAt, max: lastAt });

function read(market: Market, instrument: InstrumentCode, frameNumber: number): MarketFrame {
  const frame = readFrame(market, instrument, frontMonthOf(instrument, firstAt), frameNumber);
  if (frame === null) throw new Error('closed');
  return frame;
}

/** The plain definition of a bar: its frames, folded one by one. */
function foldFrames(frames: readonly MarketFrame[], barMs: number): Bar[] {
  const bars = new Map<number, Bar>();
  for (const frame of frames) {
    const at = Math.floor(frame.at / barMs) * barMs;
    const bar = bars.get(at);
    bars.set(at, {
      at,
      openTicks: bar?.openTicks ?? frame.lastTicks,
      highTicks: Math.max(bar?.highTicks ?? frame.highTicks, frame.highTicks),
      lowTicks: Math.min(bar?.lowTicks ?? frame.lowTicks, frame.lowTicks),
      closeTicks: frame.lastTicks,
      volume: (bar?.volume ?? 0) + frame.volume,
    });
  }
  return [...bars.values()];
}

function listFrames(market: Market, instrument: InstrumentCode, from: number, to: number): MarketFrame[] {
  const month = frontMonthOf(instrument, from);
  const frames: MarketFrame[] = [];
  for (let number = Math.ceil(from / frameMs); number * frameMs < to; number += 1) {
    const frame = readFrame(market, instrument, month, number);
    if (frame) frames.push(frame);
  }
  return frames;
}

describe('the simulated market', () => {
  test('shows the same frame on every server, whatever was read before', () => {
    fc.assert(
      fc.property(anyInstrument, fc.array(anyTime, { minLength: 1, maxLength: 20 }), (instrument, times) => {
        const numbers = times.map(frameNumberAt);
        const [one, other] = [always(), always()];
        const forward = numbers.map((number) => read(one, instrument, number));
        const backward = numbers.toReversed().map((number) => read(other, instrument, number));
        expect(backward.toReversed()).toEqual(forward);
      }),
    );
  });

  test('differs from a market of another seed', () => {
    const at = frameNumberAt(Date.parse('2026-11-18T15:00:00Z'));
    const ours = [0, 4, 8, 12].map((later) => read(always(), 'NQ', at + later).lastTicks);
    const theirs = [0, 4, 8, 12].map((later) => read(testMarket('another'), 'NQ', at + later).lastTicks);
    expect(theirs).not.toEqual(ours);
  });

  test('keeps last within bid and ask, both within high and low, and prices positive', () => {
    const market = always();
    fc.assert(
      fc.property(anyInstrument, anyTime, (instrument, at) => {
        const { bidTicks, askTicks, lastTicks, highTicks, lowTicks, volume } = read(
          market,
          instrument,
          frameNumberAt(at),
        );
        expect([bidTicks, askTicks, lastTicks, highTicks, lowTicks, volume].every(Number.isInteger)).toBe(true);
        expect(askTicks - bidTicks).toBeGreaterThanOrEqual(1);
        expect(askTicks - bidTicks).toBeLessThanOrEqual(3);
        expect([bidTicks, askTicks]).toContain(lastTicks);
        expect(highTicks).toBeGreaterThanOrEqual(Math.max(bidTicks, askTicks, lastTicks));
        expect(lowTicks).toBeLessThanOrEqual(Math.min(bidTicks, askTicks, lastTicks));
        expect(volume).toBeGreaterThanOrEqual(0);
        expect(bidTicks).toBeGreaterThan(0);
      }),
    );
  });

  test('starts every product at its published price on November 1, 2026', () => {
    const number = frameNumberAt(Date.parse('2026-10-31T22:00:00Z'));
    for (const instrument of instrumentCodes) {
      const { bidTicks, askTicks } = read(always(), instrument, number);
      const { price } = referenceOf(instrument);
      const { tickSize } = instruments[instrument];
      // Delivery in half a year costs at most 2.5 % more.
      expect(askTicks * tickSize).toBeGreaterThan(price * 0.96 - 3 * tickSize);
      expect(bidTicks * tickSize).toBeLessThan(price * 1.025 + 3 * tickSize);
    }
  });

  test('is the same years away, read directly or after the days before it', () => {
    const years = [2026, 2030, 2036, 2046].map((year) => frameNumberAt(Date.parse(`${year}-11-01T00:00:00Z`)));
    const [direct, gradual] = [always(), always()];
    const last = years.at(-1) ?? 0;
    const quote = readQuote(direct, 'NG', '2046-12', last);
    expect(quote?.bidTicks).toBeGreaterThan(0);
    for (const number of years) readQuote(gradual, 'NG', '2046-12', number);
    expect(readQuote(gradual, 'NG', '2046-12', last)).toEqual(quote);
  });

  // A release that changed these prices would change the open positions of every simulated account.
  test.each([
    ['ES', '2026-12', '2026-11-18T15:00:00Z', [26_401, 26_402, 26_401, 14], 26_610, [42, 30, 71], [156, 103]],
    ['MES', '2027-03', '2026-11-18T15:00:00.250Z', [26_626, 26_628, 26_626, 2], 26_839, [45, 26, 71], [153, 121]],
    ['QM', '2027-01', '2026-11-20T03:10:07.500Z', [3_040, 3_042, 3_040, 1], 3_056, [17, 26, 23], [25, 57]],
    ['ZC', '2027-03', '2026-12-01T16:30:00Z', [1_883, 1_884, 1_884, 0], 1_888, [28, 17, 25], [68, 42]],
    ['6J', '2026-12', '2026-11-25T08:00:01Z', [13_121, 13_122, 13_121, 0], 13_058, [8, 20, 21], [30, 21]],
    ['MBT', '2026-12', '2026-11-21T12:00:00Z', [17_645, 17_646, 17_645, 0], 17_423, [8, 6, 8], [23, 22]],
  ] as const)('keeps the prices of %s %s at %s across releases', (instrument, month, at, quote, open, bids, asks) => {
    const [market, number] = [always(), frameNumberAt(Date.parse(at))];
    const frame = readFrame(market, instrument, month, number);
    expect([frame?.bidTicks, frame?.askTicks, frame?.lastTicks, frame?.volume]).toEqual(quote);
    expect(readDayOpenTicks(market, instrument, month, number)).toBe(open);
    const depth = readDepth(market, instrument, month, number);
    expect(depth.bids.slice(0, 3).map(({ size }) => size)).toEqual(bids);
    expect(depth.asks.slice(-2).map(({ size }) => size)).toEqual(asks);
  });

  test('continues without a jump over midnight, the session break and a weekend', () => {
    const widest = (from: string, to: string) => {
      const frames = listFrames(always(), 'ES', Date.parse(from), Date.parse(to));
      return Math.max(
        ...frames.slice(1).map(({ bidTicks }, index) => Math.abs(bidTicks - (frames[index]?.bidTicks ?? 0))),
      );
    };
    expect(widest('2026-11-17T23:50:00Z', '2026-11-18T00:10:00Z')).toBeLessThanOrEqual(4);
    expect(widest('2026-11-18T21:50:00Z', '2026-11-18T23:10:00Z')).toBeLessThanOrEqual(4);
    expect(widest('2026-11-20T21:50:00Z', '2026-11-20T22:10:00Z')).toBeLessThanOrEqual(4);
  });

  test.each([
    ['a day', dayMs, 600],
    ['an hour', hourMs, 2_000],
    ['ten minutes', 600_000, 3_000],
    ['a minute', 60_000, 4_000],
    ['fifteen seconds', 15_000, 4_000],
  ])('moves ES in %s by about as much as its reference says', (_, stepMs, count) => {
    const market = always();
    const start = frameNumberAt(firstAt);
    const prices = Array.from({ length: count + 1 }, (__, index) => {
      const { bidTicks, askTicks } = read(market, 'ES', start + (index * stepMs) / frameMs);
      return (bidTicks + askTicks) / 2;
    });
    const moves = prices.slice(1).map((price, index) => Math.log(price / (prices[index] ?? price)));
    const deviation = Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length);
    // 0.7 ticks a second at 6,850 points of four ticks. The spread and whole ticks add up to half a tick.
    const expected = (0.7 * Math.sqrt(stepMs / 1_000)) / 27_400;
    expect(deviation).toBeGreaterThan(expected * 0.93);
    expect(deviation).toBeLessThan(expected * 1.07 + 0.5 / 27_400);
  });

  test('trades a micro contract at the prices of its full-size contract', () => {
    fc.assert(
      fc.property(anyTime, (at) => {
        const [market, number] = [shared, frameNumberAt(at)];
        const { volume: _, ...mini } = read(market, 'ES', number);
        const { volume: __, ...micro } = read(market, 'MES', number);
        expect(micro).toEqual(mini);
      }),
    );
    const number = frameNumberAt(Date.parse('2026-11-18T15:00:00Z'));
    const [full, half] = [read(always(), 'CL', number), read(always(), 'QM', number)];
    expect(Math.abs(half.bidTicks * 0.025 - full.bidTicks * 0.01)).toBeLessThan(0.06);
  });

  test('shows ten levels of resting orders from the quote outward', () => {
    fc.assert(
      fc.property(anyInstrument, anyTime, (instrument, at) => {
        const [market, month, number] = [shared, frontMonthOf(instrument, firstAt), frameNumberAt(at)];
        const { bidTicks, askTicks } = read(market, instrument, number);
        const { bids, asks } = readDepth(market, instrument, month, number);
        expect(bids.map(({ priceTicks }) => bidTicks - priceTicks)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        expect(asks.map(({ priceTicks }) => priceTicks - askTicks)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        expect([...bids, ...asks].every(({ size }) => Number.isInteger(size) && size >= 1)).toBe(true);
      }),
    );
  });

  test('counts a trading day from its first frame, at 17:00 in Chicago', () => {
    const [market, month] = [always(), '2026-12' as const];
    const opening = frameNumberAt(Date.parse('2026-11-17T23:00:00Z'));
    const openTicks = readFrame(market, 'ES', month, opening)?.lastTicks;
    expect(readDayOpenTicks(market, 'ES', month, opening)).toBe(openTicks);
    expect(readDayOpenTicks(market, 'ES', month, frameNumberAt(Date.parse('2026-11-18T22:59:59Z')))).toBe(openTicks);
  });
});

describe('bars', () => {
  test('equal their frames folded together', () => {
    const span = fc.record({
      from: anyTime,
      lengthMs: fc.integer({ min: 1, max: 400_000 }),
      barMs: fc.constantFrom(250, 1_000, 5_000, 60_000, 300_000),
    });
    fc.assert(
      fc.property(
        anyInstrument,
        span,
        fc.constantFrom('always', 'exchange'),
        (instrument, { from, lengthMs, barMs }, hours) => {
          const [market, to] = [testMarket('a seed', hours), from + lengthMs];
          const bars = readBars(market, instrument, frontMonthOf(instrument, from), { from, to, barMs });
          expect(bars).toEqual(foldFrames(listFrames(market, instrument, from, to), barMs));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('stay equal across the break of the grain market and across two days', () => {
    // The bar from 12:00 to 16:00 UTC holds five minutes before the break and five after it.
    const pause = {
      from: Date.parse('2026-11-18T13:40:00Z'),
      to: Date.parse('2026-11-18T14:35:00Z'),
      barMs: 4 * hourMs,
    };
    const midnight = Date.parse('2026-11-18T23:00:00Z');
    const around = { from: midnight - 90_000, to: midnight + 90_000, barMs: 60_000 };
    for (const [hours, span] of [['exchange', pause] as const, ['always', around] as const]) {
      const market = testMarket('a seed', hours);
      const bars = readBars(market, 'ZC', frontMonthOf('ZC', span.from), span);
      expect(bars).toEqual(foldFrames(listFrames(market, 'ZC', span.from, span.to), span.barMs));
      expect(bars.length).toBeGreaterThan(0);
    }
  });

  test('of a longer interval combine those of a shorter one, whatever the interval', () => {
    const [from, to] = [Date.parse('2026-10-01T00:00:00Z'), Date.parse('2026-10-08T00:00:00Z')];
    const bars = (barMs: number) => readBars(always(), 'GC', '2026-12', { from, to, barMs });
    const [days, hours] = [bars(dayMs), bars(hourMs)];
    expect(days).toHaveLength(7);
    expect(Math.max(...hours.map((bar) => bar.highTicks))).toBe(Math.max(...days.map((bar) => bar.highTicks)));
    const total = (list: readonly Bar[]) => list.reduce((sum, bar) => sum + bar.volume, 0);
    expect(total(hours)).toBe(total(days));
    expect(total(days) / 7).toBeGreaterThan(150_000);
    expect(total(days) / 7).toBeLessThan(270_000);
  });

  test('of NQ keep their values across releases', () => {
    const span = { from: Date.parse('2026-11-18T14:30:00Z'), to: Date.parse('2026-11-18T14:33:00Z'), barMs: 60_000 };
    const bars = readBars(always(), 'NQ', '2026-12', span);
    expect(bars.map((bar) => [bar.openTicks, bar.highTicks, bar.lowTicks, bar.closeTicks, bar.volume])).toEqual([
      [97_699, 97_716, 97_693, 97_697, 577],
      [97_699, 97_712, 97_696, 97_701, 164],
      [97_704, 97_710, 97_679, 97_687, 171],
    ]);
  });

  test('reject an interval that cuts frames, and name it', () => {
    const read = (barMs: number) => () => readBars(always(), 'ES', '2026-12', { from: 0, to: 1, barMs });
    expect(read(1_100)).toThrow(new RangeError("a bar of 1100 ms isn't made of whole frames"));
    expect(read(125)).toThrow(RangeError);
    expect(read(0)).toThrow(RangeError);
  });

  test('are empty for an empty span and for one that ends before it begins', () => {
    const at = Date.parse('2026-11-18T15:00:00Z');
    for (const to of [at, at - 60_000]) {
      expect(readBars(always(), 'ES', '2026-12', { from: at, to, barMs: 60_000 })).toEqual([]);
    }
    // There is no frame between two frames.
    expect(readBars(always(), 'ES', '2026-12', { from: at + 1, to: at + 250, barMs: 250 })).toEqual([]);
  });

  test('join their parts, and a part of the next interval starts a new bar', () => {
    const bar = (
      at: number,
      [openTicks = 0, highTicks = 0, lowTicks = 0, closeTicks = 0, volume = 0]: number[],
    ): Bar => ({
      ...{ at, openTicks, highTicks, lowTicks, closeTicks, volume },
    });
    const first = bar(300_000, [10, 12, 9, 11, 5]);
    const second = bar(360_000, [11, 15, 10, 14, 7]);
    expect(joinBars(first, second)).toEqual(bar(300_000, [10, 15, 9, 14, 12]));
    expect(appendPart([first], second, 300_000)).toEqual([bar(300_000, [10, 15, 9, 14, 12])]);
    const later = bar(660_000, [14, 16, 8, 9, 3]);
    expect(appendPart([first], later, 300_000)).toEqual([first, bar(600_000, [14, 16, 8, 9, 3])]);
    expect(appendPart([], later, 300_000)).toEqual([bar(600_000, [14, 16, 8, 9, 3])]);
  });
});

describe('opening hours', () => {
  const exchange = testMarket('a seed', 'exchange');
  const isOpen = (instrument: InstrumentCode, at: string) =>
    readFrame(exchange, instrument, frontMonthOf(instrument, Date.parse(at)), frameNumberAt(Date.parse(at))) !== null;

  // Chicago is six hours behind UTC in winter, five in summer. 2026-11-18 is a Wednesday.
  test.each([
    ['ES', '2026-11-18T21:59:59Z', true],
    ['ES', '2026-11-18T22:00:00Z', false],
    ['ES', '2026-11-18T22:59:59Z', false],
    ['ES', '2026-11-18T23:00:00Z', true],
    ['ES', '2026-07-15T20:59:59Z', true],
    ['ES', '2026-07-15T21:00:00Z', false],
    ['CL', '2026-11-20T22:00:00Z', false],
    ['CL', '2026-11-21T15:00:00Z', false],
    ['CL', '2026-11-22T22:59:59Z', false],
    ['CL', '2026-11-22T23:00:00Z', true],
    ['ZC', '2026-11-18T00:59:59Z', false],
    ['ZC', '2026-11-18T01:00:00Z', true],
    ['ZC', '2026-11-18T13:44:59Z', true],
    ['ZC', '2026-11-18T13:45:00Z', false],
    ['ZC', '2026-11-18T14:30:00Z', true],
    ['ZC', '2026-11-18T19:19:59Z', true],
    ['ZC', '2026-11-18T19:20:00Z', false],
    ['LE', '2026-11-18T14:29:59Z', false],
    ['LE', '2026-11-18T14:30:00Z', true],
    ['LE', '2026-11-18T19:05:00Z', false],
    // Thanksgiving: equities stop at noon, metals at 13:30, grains don't trade; the day after closes early.
    ['ES', '2026-11-26T17:59:59Z', true],
    ['ES', '2026-11-26T18:00:00Z', false],
    ['GC', '2026-11-26T19:29:59Z', true],
    ['GC', '2026-11-26T19:30:00Z', false],
    ['ZC', '2026-11-26T16:00:00Z', false],
    ['ES', '2026-11-26T23:00:00Z', true],
    ['ES', '2026-11-27T18:15:00Z', false],
    // Christmas: closed from the early close until the next session.
    ['ES', '2026-12-25T16:00:00Z', false],
  ] as const)('%s at %s is open: %s', (instrument, at, open) => {
    expect(isOpen(instrument, at)).toBe(open);
  });

  test('an always-open market has one span from any time to any later one', () => {
    const [from, to] = [Date.parse('2026-11-21T15:00:00Z'), Date.parse('2026-11-22T15:00:00Z')];
    expect(listOpenSpans('always', 'ES', from, to)).toEqual([{ opensAt: from, closesAt: to }]);
    expect(listOpenSpans('always', 'ES', from, from)).toEqual([]);
    expect(listOpenSpans('always', 'ES', to, from)).toEqual([]);
  });

  test('an always-open market trades on a Saturday, with depth', () => {
    const saturday = frameNumberAt(Date.parse('2026-11-21T15:00:00Z'));
    expect(readFrame(always(), 'ES', '2026-12', saturday)).not.toBeNull();
    expect(readDepth(always(), 'ES', '2026-12', saturday).bids).toHaveLength(10);
    expect(readDepth(exchange, 'ES', '2026-12', saturday)).toEqual({ bids: [], asks: [] });
  });
});

describe('contracts', () => {
  const at = Date.parse('2026-11-22T15:00:00Z');

  test('are offered from the front month onwards', () => {
    expect(tradableMonths('ES', at)).toEqual(['2026-12', '2027-03', '2027-06']);
    expect(tradableMonths('CL', at)).toEqual(['2027-01', '2027-02', '2027-03']);
    // The turn of the year does not shorten the list.
    expect(tradableMonths('GC', Date.parse('2026-12-20T15:00:00Z'))).toHaveLength(3);
  });

  test('are found by name', () => {
    expect(findContract('ESZ6', at)).toEqual({ instrument: 'ES', month: '2026-12' });
    expect(findContract('MESH7', at)).toEqual({ instrument: 'MES', month: '2027-03' });
    expect(findContract('6EZ6', at)).toEqual({ instrument: '6E', month: '2026-12' });
    for (const name of ['ES', 'ESF7', 'ESZ', 'XXZ6', 'ESZ26', '', 'ESZ3']) expect(findContract(name, at)).toBeNull();
    // An expired contract is found for two years, one that is listed for four.
    expect(findContract('CLX5', at)).toEqual({ instrument: 'CL', month: '2025-11' });
    expect(findContract('CLV4', at)).toBeNull();
    expect(findContract('CLX8', at)).toEqual({ instrument: 'CL', month: '2028-11' });
    expect(findContract('CLZ0', at)).toBeNull();
  });
});
