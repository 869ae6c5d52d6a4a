import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCsv } from '#lib/csv.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { frontMonthOf } from '#shared/exchange/contract-month.ts';
import { instrumentCodes, instruments } from '#shared/exchange/instruments.ts';
import { formatPlainPrice } from '#shared/exchange/price.ts';
import { hasDecimalCommas, plainNumber } from '#shared/replay/fill-file/decimal.ts';
import { readFillFile } from '#shared/replay/fill-file/read-fill-file.ts';
import { splitTicks } from '#shared/replay/fill-file/split-ticks.ts';
import { readSymbol } from '#shared/replay/fill-file/symbols.ts';
import { findDateOrder, readTime, zoneOf } from '#shared/replay/fill-file/times.ts';
import { referenceTicks } from './reference-prices.ts';

const at = Date.UTC(2026, 8, 15, 13, 30);

test.each([
  ['MES 09-26', 'MES', '2026-09'],
  ['MES SEP26', 'MES', '2026-09'],
  ['MESU6', 'MES', '2026-09'],
  ['MESU26', 'MES', '2026-09'],
  ['/MESU26:XCME', 'MES', '2026-09'],
  ['MESU26.CME', 'MES', '2026-09'],
  ['MESU26_FUT_CME', 'MES', '2026-09'],
  ['F.US.MESU26', 'MES', '2026-09'],
  ['CON.F.US.MES.U26', 'MES', '2026-09'],
  ['EPU6', 'ES', '2026-09'],
  ['F.US.ENQZ26', 'NQ', '2026-12'],
  ['CLEV6', 'CL', '2026-10'],
  ['EU6Z6', '6E', '2026-12'],
  ['6EH7', '6E', '2027-03'],
  ['M2KH7', 'M2K', '2027-03'],
  ['ES', 'ES', null],
  ['EP', 'ES', null],
  ['F.US.MES', 'MES', null],
])('the symbol %s is %s with month %s', (symbol, instrument, month) => {
  expect(readSymbol(symbol, '', at)).toEqual({ instrument, month });
});

test.each([
  ['AAPL', 'instrument'],
  ['FESXU6', 'instrument'],
  ['ESX6', 'month'],
])('the symbol %s is refused because of its %s', (symbol, reason) => {
  expect(readSymbol(symbol, '', at)).toBe(reason);
});

test.each([
  ['$(17.00)', false, '-17.00'],
  ['($1,250.50)', false, '-1250.50'],
  ['1.250,50 $', true, '1250.50'],
  ['17771,25', false, '17771.25'],
  ['24.150', true, '24150'],
  ['24.150', false, '24.150'],
  ['1,234,567', false, '1234567'],
  ['−2', false, '-2'],
  ['.5', false, '0.5'],
  ['0,005', true, '0.005'],
  ['1,56 $US', true, '1.56'],
  ['six', false, undefined],
  ['', false, undefined],
])('the cell %j with decimal commas %s is read as %s', (text, decimalComma, plain) => {
  expect(plainNumber(text, decimalComma)).toBe(plain);
});

test('decimal commas are recognized by cells that can’t be read any other way', () => {
  expect(hasDecimalCommas(['24.150', '24.150,25'], false)).toBe(true);
  expect(hasDecimalCommas(['24,150', '24,150.25'], true)).toBe(false);
  expect(hasDecimalCommas(['24,150'], false)).toBe(false);
  expect(hasDecimalCommas(['3.125', '0.625'], true)).toBe(false);
});

test.each([
  ['09/15/2026 08:30:00', 'month-first', '2026-09-15T08:30:00.000Z', undefined],
  ['9/15/2026 1:30:05 PM', 'month-first', '2026-09-15T13:30:05.000Z', undefined],
  ['15/09/2026 1:30:05 p. m.', 'day-first', '2026-09-15T13:30:05.000Z', undefined],
  ['15/09/2026 12:00:00 AM', 'day-first', '2026-09-15T00:00:00.000Z', undefined],
  ['15.09.2026 15:30', 'month-first', '2026-09-15T15:30:00.000Z', undefined],
  ['2026-09-15T13:30:00.123456Z', 'month-first', '2026-09-15T13:30:00.123Z', 0],
  ['09/15/2026 08:30:00 -05:00', 'month-first', '2026-09-15T08:30:00.000Z', -300],
  ['20260915;133005', 'month-first', '2026-09-15T13:30:05.000Z', undefined],
  ['20260915T133005Z', 'month-first', '2026-09-15T13:30:05.000Z', 0],
  ['2026-09-15  13:30:00.5', 'month-first', '2026-09-15T13:30:00.500Z', undefined],
] as const)('the time %s (%s) is %s with an offset of %s minutes', (text, order, iso, offset) => {
  expect(readTime(text, order)).toEqual({ localMs: Date.parse(iso), offset });
});

test.each(['2026-13-01 10:00', '31/02/2026 10:00', '2026-09-15', 'yesterday', '2026-09-15 24:30'])(
  '%s is not a time',
  (text) => {
    expect(readTime(text, 'day-first')).toBeUndefined();
  },
);

test('the date order follows from a day above 12 or remains open', () => {
  expect(findDateOrder(['03/04/2026 10:00', '13/04/2026 10:00'])).toBe('day-first');
  expect(findDateOrder(['03/04/2026 10:00', '03/14/2026 10:00'])).toBe('month-first');
  expect(findDateOrder(['03/04/2026 10:00'])).toBe('either');
  expect(findDateOrder(['2026-04-03 10:00'])).toBe('month-first');
  expect(findDateOrder(['12/05/2026 10:00'])).toBe('either');
  expect(findDateOrder(['05/12/2026 10:00'])).toBe('either');
  expect(findDateOrder(['05.12.2026 10:00'])).toBe('day-first');
  // In either order it is April 4.
  expect(findDateOrder(['04/04/2026 10:00'])).toBe('month-first');
});

test('zones follow their clock changes, and a repeated hour is read as the first one', () => {
  const chicago = zoneOf('America/Chicago');
  const utcOf = (local: string) => new Date(chicago?.(Date.parse(`${local}Z`)) ?? 0).toISOString().slice(0, 16);
  expect(utcOf('2026-11-01T00:59')).toBe('2026-11-01T05:59');
  expect(utcOf('2026-11-01T01:30')).toBe('2026-11-01T06:30');
  expect(utcOf('2026-11-01T02:00')).toBe('2026-11-01T08:00');
  expect(utcOf('2026-03-08T03:00')).toBe('2026-03-08T08:00');
  expect(zoneOf('America/Nowhere')).toBeUndefined();
});

describe('prices in ticks', () => {
  test.each([
    [
      '17771.6250',
      'NQ',
      2,
      [
        [1, 71_086],
        [1, 71_087],
      ],
    ],
    [
      '17771.6667',
      'NQ',
      3,
      [
        [1, 71_086],
        [2, 71_087],
      ],
    ],
    [
      '-3.725',
      'CL',
      2,
      [
        [1, -373],
        [1, -372],
      ],
    ],
    ["110'165", 'ZN', 1, [[1, 7_073]]],
    ["112'02", 'ZB', 1, [[1, 3_586]]],
    ["450'2", 'ZC', 4, [[4, 1_801]]],
    ['0.0067845', '6J', 1, [[1, 13_569]]],
    // 16½ and 16¼ thirty-seconds; a tick of ZN is half a thirty-second, a tick of ZF a quarter.
    ["110'16.5", 'ZN', 1, [[1, 7_073]]],
    ["110'162", 'ZF', 1, [[1, 14_145]]],
    ["110'16.25", 'ZF', 1, [[1, 14_145]]],
    ["121'16", 'UB', 1, [[1, 3_888]]],
    ["115'16", 'TN', 1, [[1, 7_392]]],
    // 2 × 50,002 ÷ 5 is 20,000.8 ticks: 20,001.
    [
      '50002',
      'NKD',
      2,
      [
        [1, 10_000],
        [1, 10_001],
      ],
    ],
  ] as const)('%s of %s for %d contracts splits into exact ticks', (price, code, quantity, parts) => {
    const split = splitTicks(price, instruments[code], quantity);
    expect(split?.map((part) => [part.quantity, part.priceTicks])).toEqual(parts);
  });

  test.each([
    ['110.165', 'ZN'],
    ['6500.10', 'ES'],
    // Not in 32nds, beyond 31, no eighth, one digit, more than an eighth of a grain, something before or after.
    ["6500'2", 'ES'],
    ["6500'16", 'ES'],
    ["110'320", 'ZN'],
    ["110'164", 'ZN'],
    ["110'5", 'ZN'],
    ["450'2.5", 'ZC'],
    ["450'25", 'ZM'],
    ["x110'165", 'ZN'],
    ["110'165x", 'ZN'],
  ] as const)('%s of %s isn’t a valid price for one contract', (price, code) => {
    expect(splitTicks(price, instruments[code], 1)).toBeUndefined();
  });

  test('a price with few digits is read as the nearest tick', () => {
    expect(splitTicks('110.51', instruments.ZN, 1)).toEqual([{ quantity: 1, priceTicks: 7_073 }]);
  });

  test('an average of any fills is returned as the exact sum in two neighboring ticks', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...instrumentCodes),
        fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 20 }), ticks: fc.integer({ min: -40, max: 40 }) }), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.integer({ min: 1_000, max: 90_000 }),
        (code, fills, base) => {
          const { tickSize } = instruments[code];
          const quantity = fills.reduce((sum, fill) => sum + fill.quantity, 0);
          const total = fills.reduce((sum, fill) => sum + fill.quantity * (base + fill.ticks), 0);
          const average = ((total * tickSize) / quantity).toFixed(12);
          const parts = splitTicks(average, instruments[code], quantity) ?? [];
          expect(parts.reduce((sum, part) => sum + part.quantity, 0)).toBe(quantity);
          expect(parts.reduce((sum, part) => sum + part.quantity * part.priceTicks, 0)).toBe(total);
          expect(parts.length).toBeLessThanOrEqual(2);
          if (parts.length === 2) expect((parts[1]?.priceTicks ?? 0) - (parts[0]?.priceTicks ?? 0)).toBe(1);
        },
      ),
    );
  });
});

test('fills written as our own list are read back unchanged', () => {
  const head = [
    'time',
    'trading_day',
    'account',
    'contract',
    'instrument',
    'month',
    'side',
    'quantity',
    'price',
    'fee_usd',
    'id',
  ];
  const fill = fc
    .record({
      at: fc.integer({ min: Date.UTC(2026, 0, 5), max: Date.UTC(2028, 0, 5) }),
      instrument: fc.constantFrom(...instrumentCodes),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      quantity: fc.integer({ min: 1, max: 500 }),
      percent: fc.integer({ min: 80, max: 125 }),
      feeCents: fc.integer({ min: 0, max: 10_000 }),
    })
    .map(({ percent, ...values }): Fill => {
      const priceTicks = Math.round((referenceTicks(values.instrument) * percent) / 100);
      return { type: 'fill', ...values, priceTicks, month: frontMonthOf(values.instrument, values.at) };
    });
  fc.assert(
    fc.property(fc.uniqueArray(fill, { minLength: 1, maxLength: 30, selector: ({ at }) => at }), (written) => {
      const fills = written.toSorted((left, right) => left.at - right.at);
      const rows = fills.map((each, index) => [
        new Date(each.at).toISOString(),
        '2026-01-05',
        'A',
        'X',
        each.instrument,
        each.month,
        each.side,
        each.quantity,
        formatPlainPrice(each.instrument, each.priceTicks),
        (each.feeCents / 100).toFixed(2),
        `f-${index}`,
      ]);
      const answer = readFillFile(new TextEncoder().encode(toCsv([head, ...rows])));
      expect(answer).toMatchObject({ status: 'read', file: { fills, unreadCount: 0 } });
    }),
  );
});
