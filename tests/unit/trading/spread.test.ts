import { describe, expect, test } from 'vitest';
import { getAccountRules, readCatalog } from '#content/catalog.ts';
import { holdsSpread } from '#shared/accounts/spread.ts';
import { couldMakeSpread, type PossibleFill } from '#shared/trading/exposure.ts';

const december = { instrument: 'ES', month: '2026-12' } as const;
const march = { instrument: 'ES', month: '2027-03' } as const;
const micro = { instrument: 'MES', month: '2026-12' } as const;
const nasdaq = { instrument: 'NQ', month: '2026-12' } as const;
const order = (
  contract: typeof december | typeof march | typeof micro | typeof nasdaq,
  side: 'buy' | 'sell',
  quantity = 1,
) => ({ ...contract, side, quantity, group: `${contract.month} ${side}` }) satisfies PossibleFill;

describe('a spread of one product', () => {
  test('is held when months or sizes differ in direction, not across products', () => {
    expect(
      holdsSpread([
        { ...december, quantity: 2 },
        { ...march, quantity: -1 },
      ]),
    ).toBe(true);
    expect(
      holdsSpread([
        { ...december, quantity: 2 },
        { ...micro, quantity: -10 },
      ]),
    ).toBe(true);
    expect(
      holdsSpread([
        { ...december, quantity: 2 },
        { ...march, quantity: 1 },
      ]),
    ).toBe(false);
    expect(
      holdsSpread([
        { ...december, quantity: 2 },
        { ...nasdaq, quantity: -1 },
      ]),
    ).toBe(false);
    expect(
      holdsSpread([
        { ...december, quantity: 0 },
        { ...march, quantity: -1 },
      ]),
    ).toBe(false);
  });

  test('could be made by an order against a position in another month or size', () => {
    const long = [{ ...december, quantity: 2 }];
    expect(couldMakeSpread(long, [], order(march, 'sell'))).toBe(true);
    expect(couldMakeSpread(long, [], order(micro, 'sell', 20))).toBe(true);
    expect(couldMakeSpread(long, [], order(march, 'buy'))).toBe(false);
    expect(couldMakeSpread(long, [], order(nasdaq, 'sell'))).toBe(false);
    // Reducing or reversing the only contract held leaves one direction.
    expect(couldMakeSpread(long, [], order(december, 'sell', 2))).toBe(false);
    expect(couldMakeSpread(long, [], order(december, 'sell', 5))).toBe(false);
  });

  test('could be made by two working orders, or by reversing one of two months', () => {
    expect(couldMakeSpread([], [order(december, 'buy')], order(march, 'sell'))).toBe(true);
    const both = [
      { ...december, quantity: 2 },
      { ...march, quantity: 1 },
    ];
    expect(couldMakeSpread(both, [], order(march, 'sell', 1))).toBe(false);
    expect(couldMakeSpread(both, [], order(march, 'sell', 2))).toBe(true);
    // The working sale would only reduce December.
    expect(couldMakeSpread(both, [order(december, 'sell', 2)], order(march, 'buy', 1))).toBe(false);
  });

  test('is refused to accounts of v2 and allowed to those of v1', () => {
    const catalog = readCatalog();
    for (const { program, size } of catalog.packages.evaluations) {
      expect(getAccountRules(catalog, 'v1', program, size).spreads).toBeUndefined();
      expect(getAccountRules(catalog, 'v2', program, size).spreads).toBe('refused');
    }
  });
});
