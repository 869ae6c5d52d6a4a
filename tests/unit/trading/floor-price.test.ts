import { describe, expect, it } from 'vitest';
import { findFloorPrice } from '#shared/trading/floor-price.ts';

describe('findFloorPrice', () => {
  it('is below the market for long positions and above it for short ones', () => {
    // $2,000 at $12.50 a tick: two ES lose $25 a tick, so 80 ticks.
    expect(findFloorPrice('ES', [{ instrument: 'ES', quantity: 2 }], 200_000, 27_000)).toEqual({
      ticks: 80,
      priceTicks: 26_920,
    });
    expect(findFloorPrice('ES', [{ instrument: 'ES', quantity: -2 }], 200_000, 27_000)).toEqual({
      ticks: 80,
      priceTicks: 27_080,
    });
  });

  it('counts micros of the same product, and follows the larger side', () => {
    // One ES long against twenty MES short: $12.50 − $25.00 a tick, so short on balance.
    const held = [
      { instrument: 'ES', quantity: 1 },
      { instrument: 'MES', quantity: -20 },
    ] as const;
    expect(findFloorPrice('ES', held, 100_000, 27_000)).toEqual({ ticks: 80, priceTicks: 27_080 });
  });

  it('has no price without positions in the product', () => {
    expect(findFloorPrice('ES', [], 200_000, 27_000)).toBeNull();
    expect(findFloorPrice('ES', [{ instrument: 'NQ', quantity: 1 }], 200_000, 27_000)).toBeNull();
  });
});
