import { describe, expect, test } from 'vitest';
import { parseContract, readStatement, splitIntoTicks } from '#bridge/statements.mjs';

const head =
  'Account,Status,Buy/Sell,Qty To Fill,Qty Filled,Symbol,Avg Fill Price,Order Number,Update Time (EDT),Commission Fill Rate';
const at = Date.UTC(2026, 8, 15, 13, 30);

function read(row: string, heading = head) {
  return readStatement(['Completed Orders', heading, row].join('\n'));
}

describe('statements of completed orders', () => {
  test('an average between ticks becomes two fills with the exact sum, in the heading’s zone, charged once', () => {
    // 09:30 in New York is 13:30 UTC; 2 × $0.52 is $1.04.
    expect(read('X,Filled,B,2,2,MNQU6,17771.6250,71,2026-09-15 09:30:00,0.52')).toEqual({
      problems: [],
      events: [
        {
          sourceId: 'fill-71-1',
          event: {
            type: 'fill',
            at,
            instrument: 'MNQ',
            month: '2026-09',
            side: 'buy',
            quantity: 1,
            priceTicks: 71_086,
            feeCents: 104,
          },
        },
        {
          sourceId: 'fill-71-1.2',
          event: {
            type: 'fill',
            at,
            instrument: 'MNQ',
            month: '2026-09',
            side: 'buy',
            quantity: 1,
            priceTicks: 71_087,
            feeCents: 0,
          },
        },
      ],
    });
  });

  test('a heading without a zone is read as Chicago time, and an unknown zone is rejected', () => {
    const row = 'X,Filled,S,1,1,MNQU6,17771.50,71,2026-09-15 08:30:00,0.52';
    expect(read(row, head.replace(' (EDT)', '')).events[0]?.event).toMatchObject({ at });
    expect(read(row, head.replace('EDT', 'XST'))).toEqual({ events: [], problems: ['unknown time zone XST'] });
  });

  test('an unlisted contract or one without a month is reported', () => {
    const row = (symbol: string) => `X,Filled,B,1,1,${symbol},100,71,2026-09-15 09:30:00,0.52`;
    expect(['ESX6', 'ES', 'FESXZ6'].map((symbol) => read(row(symbol)).problems)).toEqual([
      [row('ESX6')],
      [row('ES')],
      [row('FESXZ6')],
    ]);
  });
});

test.each([
  ['ESZ6', 'ES', '2026-12'],
  ['6EH7', '6E', '2027-03'],
  ['/MESZ26:XCME', 'MES', '2026-12'],
  ['MESZ26.CME', 'MES', '2026-12'],
  ['MES 09-26', 'MES', '2026-09'],
  ['M2KH0', 'M2K', '2030-03'],
])('%s is read as %s with month %s', (symbol, instrument, month) => {
  expect(parseContract(symbol, at)).toEqual({ instrument, month });
});

test.each([
  [
    '17771.6667',
    '0.25',
    3,
    [
      [1, 71_086],
      [2, 71_087],
    ],
  ],
  ['110.515625', '0.015625', 4, [[4, 7_073]]],
  [
    '-3.725',
    '0.01',
    2,
    [
      [1, -373],
      [1, -372],
    ],
  ],
])('%s in ticks of %s for %d contracts splits into exact fills', (price, tick, quantity, parts) => {
  expect(splitIntoTicks(price, tick, quantity)?.map((part) => [part.quantity, part.priceTicks])).toEqual(parts);
});
