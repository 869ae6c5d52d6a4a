import { describe, expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import { createRangeTracker } from '#shared/replay/fill-file/convert-rows.ts';
import { hasDecimalCommas, plainNumber } from '#shared/replay/fill-file/decimal.ts';
import { readTime, zoneOf, zoneOfLabel } from '#shared/replay/fill-file/times.ts';
import { at, buy, sell } from '../../support.ts';

const day = '2026-11-16' as TradingDay;

describe('a number in a cell', () => {
  test.each([
    ['(12.50)', '-12.50'],
    ['12.50-', '-12.50'],
    ['-12.50', '-12.50'],
    ['+12.50', '12.50'],
    ['1-2', undefined],
    ['1(2)', undefined],
    ['a12', undefined],
    ['12a', undefined],
    ['.25', '0.25'],
    [',5', '0.5'],
    ['.255', '0.255'],
    ['.', undefined],
    ['1.', '1'],
    ['12', '12'],
    ['1,234', '1234'],
    ['1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['0,234', '0.234'],
    ['1234,567', '1234.567'],
    ['1,234,567', '1234567'],
    ['US$ 5', '5'],
    ['\u22125', '-5'],
    ['', undefined],
    ["1'234.56", '1234.56'],
    ['1’234,56', '1234.56'],
    ['1\u202f234,56', '1234.56'],
    ['12,34,567.89', '1234567.89'],
    ['$-1.75', '-1.75'],
    // Another currency, a version number, a percentage and thousands in groups of two.
    ['1,75 €', undefined],
    ['1.2.3', undefined],
    ['1.75%', undefined],
    ['1,234,56', undefined],
  ])('%j is read as %j', (text, plain) => {
    expect(plainNumber(text)).toBe(plain);
  });

  test('with an ambiguous separator follows the other numbers of the file', () => {
    expect([plainNumber('1.234', true), plainNumber('1,234', true)]).toEqual(['1234', '1.234']);
    expect([plainNumber('1.234', false), plainNumber('1.234.567', false)]).toEqual(['1.234', '1234567']);
  });

  test.each([
    [['1.234,5'], true],
    [['1,234.5'], false],
    [['17771,25'], true],
    [['17771.25'], false],
    [['1,234'], null],
    [['12,345,678'], null],
    [['1.234'], null],
    [['12.345.678'], null],
    [['$1.234'], null],
    [[',5'], true],
    [['.5'], false],
    [['1,234 $'], null],
    [['1.234 €'], null],
    [['12'], null],
    [['1,234', '5,5'], true],
    [['1.234', '5.5'], false],
  ])('among %j shows whether commas are decimal: %s', (samples, isComma) => {
    expect(hasDecimalCommas(samples, true)).toBe(isComma ?? true);
    expect(hasDecimalCommas(samples, false)).toBe(isComma ?? false);
  });
});

describe('a time in a cell', () => {
  const utc = (text: string, order: 'day-first' | 'month-first' = 'month-first') => {
    const time = readTime(text, order);
    return time && `${new Date(time.localMs).toISOString()} ${time.offset ?? '-'}`;
  };

  test.each([
    ['2026-11-16 09:30:15.25', '2026-11-16T09:30:15.250Z -'],
    ['  2026-11-16\u00a0 09:30 ', '2026-11-16T09:30:00.000Z -'],
    ['11/16/2026 9:30 PM', '2026-11-16T21:30:00.000Z -'],
    ['11/16/2026 12:30 am', '2026-11-16T00:30:00.000Z -'],
    ['16.11.2026 09:30', '2026-11-16T09:30:00.000Z -'],
    ['16-Nov-26 09:30', '2026-11-16T09:30:00.000Z -'],
    ['2026-11-16T09:30:00Z', '2026-11-16T09:30:00.000Z 0'],
    ['2026-11-16 09:30 gmt', '2026-11-16T09:30:00.000Z 0'],
    ['2026-11-16 09:30-05:30', '2026-11-16T09:30:00.000Z -330'],
    ['2026-11-16 09:30+0100', '2026-11-16T09:30:00.000Z 60'],
    ['2026-11-16 09:60', undefined],
    ['2026-11-16 24:00', undefined],
    ['2026-00-16 09:30', undefined],
    ['2026-11-31 09:30', undefined],
  ])('is read from %j', (text, expected) => {
    expect(utc(text)).toBe(expected);
  });

  test('05/04/2026 is in April if days come first and in May if months do', () => {
    expect(utc('05/04/2026 10:00', 'day-first')).toBe('2026-04-05T10:00:00.000Z -');
    expect(utc('05/04/2026 10:00')).toBe('2026-05-04T10:00:00.000Z -');
  });

  test('a zone is a tz database name, and in a heading it may also be an offset', () => {
    const noon = Date.UTC(2026, 10, 16, 12);
    expect(zoneOf('America/Chicago')?.(noon)).toBe(noon + 6 * hourMs);
    expect(zoneOf('Nowhere/City')).toBeUndefined();
    expect(zoneOfLabel('UTC', [noon])?.(noon)).toBe(noon);
    expect(zoneOfLabel('UTC-05:00', [noon])?.(noon)).toBe(noon + 5 * hourMs);
    expect(zoneOfLabel('GMT +2', [noon])?.(noon)).toBe(noon - 2 * hourMs);
  });
});

describe('extreme prices next to fills', () => {
  const range = (lowTicks: number, highTicks: number) => ({ lowTicks, highTicks });
  const times = ['10:00', '10:05', '10:10', '10:15'].map((time) => at(day, time));
  const [first = 0, second = 0, third = 0, fourth = 0] = times;

  test('widen from flat to flat, and those of the opening fill belong to what came before', () => {
    const track = createRangeTracker();
    expect(track(buy(first, 100), range(1, 999))).toEqual([]);
    expect(track(buy(second, 100), range(95, 105))).toEqual([]);
    expect(track(sell(third, 100), range(97, 110))).toEqual([]);
    expect(track(sell(fourth, 100), undefined)).toEqual([
      { instrument: 'ES', month: '2026-12', fromAt: first, untilAt: fourth, lowTicks: 95, highTicks: 110 },
    ]);
  });

  test('a reversal closes one position and opens the next, each with its own prices', () => {
    const track = createRangeTracker();
    track(buy(first, 100), undefined);
    expect(track(sell(second, 100, { quantity: 3 }), range(95, 105))).toMatchObject([
      { fromAt: first, untilAt: second, lowTicks: 95, highTicks: 105 },
    ]);
    expect(track(buy(third, 100, { quantity: 2 }), range(90, 101))).toMatchObject([
      { fromAt: second, untilAt: third, lowTicks: 90, highTicks: 101 },
    ]);
  });

  test('a position after a pause has its own start', () => {
    const track = createRangeTracker();
    track(buy(first, 100), undefined);
    track(sell(second, 100), range(95, 105));
    track(buy(third, 100), range(1, 999));
    expect(track(sell(fourth, 100), range(97, 110))).toEqual([
      { instrument: 'ES', month: '2026-12', fromAt: third, untilAt: fourth, lowTicks: 97, highTicks: 110 },
    ]);
  });

  test('contracts are kept apart, and a position without prices has no range', () => {
    const track = createRangeTracker();
    track(buy(first, 100), undefined);
    expect(track(sell(second, 100, { month: '2027-03' }), range(1, 2))).toEqual([]);
    expect(track(sell(third, 100), undefined)).toEqual([]);
    expect(track(buy(fourth, 100, { month: '2027-03' }), range(3, 4))).toMatchObject([
      { month: '2027-03', fromAt: second, lowTicks: 3, highTicks: 4 },
    ]);
  });
});
