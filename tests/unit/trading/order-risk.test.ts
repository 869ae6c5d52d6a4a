import { describe, expect, test } from 'vitest';
import { lossAtStopCents } from '#shared/exchange/loss-at-stop.ts';
import { formatPrice, formatPriceInput, readPriceTicks } from '#shared/exchange/price.ts';
import {
  exitResultCents,
  gainCents,
  openedContracts,
  openResultCents,
  positionsAfter,
  ticksToFloor,
} from '#shared/trading/order-risk.ts';

describe('prices', () => {
  test('are written as the contract is quoted, in the reader’s language', () => {
    expect(formatPrice('NQ', 97_241, 'en')).toBe('24,310.25');
    expect(formatPriceInput('NQ', 97_241, 'en')).toBe('24310.25');
    expect(formatPriceInput('NQ', 97_241, 'fr')).toBe('24310,25');
    expect(formatPrice('ZN', 7_141, 'en')).toBe('111.578125');
  });

  test.each([
    ['24310.25', 'en', 97_241],
    ['24,310.25', 'en', 97_241],
    ['24310,25', 'fr', 97_241],
    ['24 310,25', 'pt', 97_241],
    ['24310.3', 'en', null],
    ['', 'en', undefined],
    ['24.310,25', 'pt', 97_241],
    ['-1', 'en', undefined],
    ['24.500', 'fr', undefined],
    ['24.500', 'pt', 98_000],
    ['24310.25', 'pt', 97_241],
    ['24,500', 'fr', undefined],
    ['24,500', 'en', 98_000],
    ['24,50', 'en', 98],
    ['24,5', 'fr', 98],
  ])('%s typed in %s is read as %s ticks', (text, locale, ticks) => {
    expect(readPriceTicks('NQ', text, locale)).toBe(ticks);
  });
});

describe('the cost of an order', () => {
  const two = { instrument: 'ES', quantity: 2 } as const;

  test('is the distance to the stop and the fees of both sides', () => {
    // 2 × 10 ticks × $12.50, and 4 × $2.04.
    expect(lossAtStopCents(two, 10)).toBe(25_000 + 816);
    expect(gainCents(two, 20)).toBe(50_000);
  });

  test('rounds a fraction of a cent against the trader', () => {
    // One ZN tick is $15.625; its fee is $1.52.
    expect(lossAtStopCents({ instrument: 'ZN', quantity: 1 }, 1)).toBe(1_563 + 304);
    expect(gainCents({ instrument: 'ZN', quantity: 1 }, 1)).toBe(1_562);
  });

  test('includes what closing an open position would yield', () => {
    // Two from an average of 24,000: 2 × 10 ticks × $12.50. Three short of MES lose 10 ticks × $1.25 each.
    expect(openResultCents({ ...two, costTicks: 48_000 }, 24_010)).toBe(25_000);
    expect(openResultCents({ instrument: 'MES', quantity: -3, costTicks: -72_000 }, 24_010)).toBe(-3_750);
  });

  test('includes what an exit of a part would yield, from the average price of the whole', () => {
    // One of two long from 24,000 on average, 10 ticks up at $12.50; two of three short, 8 ticks down at $1.25.
    expect(exitResultCents({ ...two, costTicks: 48_000 }, 1, 24_010)).toBe(12_500);
    const short = { instrument: 'MES', quantity: -3, costTicks: -72_000 } as const;
    expect(exitResultCents(short, 2, 23_992)).toBe(2_000);
    expect(exitResultCents(short, 3, 24_010)).toBe(openResultCents(short, 24_010));
  });

  test('shows how many ticks use up the remaining drawdown', () => {
    expect(ticksToFloor('ES', [two], 100_000)).toBe(40);
    expect(ticksToFloor('MES', [{ instrument: 'MES', quantity: 1 }], 130)).toBe(1);
    expect(ticksToFloor('ES', [], 100_000)).toBeNull();
    // Two ES long at $12.50 a tick and five MES short at $1.25 leave $18.75 a tick; gold stands still.
    const held = [two, { instrument: 'MES', quantity: -5 }, { instrument: 'GC', quantity: 1 }] as const;
    expect(ticksToFloor('ES', held, 100_000)).toBe(53);
    expect(ticksToFloor('MES', held, 100_000)).toBe(53);
    expect(ticksToFloor('ES', [two, { instrument: 'MES', quantity: -20 }], 100_000)).toBeNull();
  });

  test.each([
    [0, 'buy', 2, 2],
    [1, 'buy', 2, 2],
    [2, 'sell', 2, 0],
    [2, 'sell', 3, 1],
    [-3, 'buy', 1, 0],
  ] as const)('counts the contracts it opens: holding %i, to %s %i opens %i', (held, side, quantity, opened) => {
    expect(openedContracts(held, side, quantity)).toBe(opened);
  });
});

describe('the positions after an order', () => {
  const sell = (quantity: number) => ({ instrument: 'ES', month: '2026-12', side: 'sell', quantity }) as const;
  const long = { instrument: 'ES', month: '2026-12', quantity: 1 } as const;
  const other = { instrument: 'ES', month: '2027-03', quantity: 2 } as const;

  test.each([
    [[long, other], sell(1), [other]],
    [[long, other], sell(2), [other, { ...long, quantity: -1 }]],
    [[], sell(1), [{ ...long, quantity: -1 }]],
  ])('%o and %o are %o', (positions, order, after) => {
    expect(positionsAfter(positions, order)).toEqual(after);
  });
});
