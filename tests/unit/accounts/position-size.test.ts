import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markets, type SizeInput, sizePositions } from '#shared/accounts/position-size.ts';
import { contractsIn } from '#shared/accounts/view-account.ts';
import { instruments } from '#shared/exchange/instruments.ts';

const input = (changes: Partial<SizeInput> = {}): SizeInput => ({
  remainingCents: 180_000,
  shareBps: 1_000,
  stopTicks: 26,
  instrument: 'ES',
  freeContracts: 4,
  ...changes,
});

describe('position size', () => {
  test('a tenth of $1,800 with a stop of 26 ticks buys no ES and five MES, including fees', () => {
    // ES: 26 × $12.50 + 2 × $2.04 = $329.08. MES: 26 × $1.25 + 2 × $0.52 = $33.54; 180 ÷ 33.54 = 5.36.
    expect(sizePositions(input())).toEqual([
      { instrument: 'ES', contracts: 0, stopTicks: 26, lossCents: 0, limit: 'room' },
      { instrument: 'MES', contracts: 5, stopTicks: 26, lossCents: 16_770, limit: 'room' },
    ]);
  });

  test('the contract limit applies if the drawdown would allow more, and open positions count toward it', () => {
    // 10 ticks of ES: $129.08; $1,800 would pay for 13.
    const wide = { shareBps: 10_000, stopTicks: 10 };
    expect(sizePositions(input(wide)).map(({ contracts, limit }) => [contracts, limit])).toEqual([
      [4, 'contract-limit'],
      [40, 'contract-limit'],
    ]);
    expect(sizePositions(input({ ...wide, freeContracts: 0.3 })).map(({ contracts }) => contracts)).toEqual([0, 3]);
  });

  test('a loss that would touch the floor allows one contract less', () => {
    // One ES with 10 ticks loses $129.08.
    const exact = { shareBps: 10_000, stopTicks: 10, remainingCents: 12_908 };
    expect(sizePositions(input(exact))[0]?.contracts).toBe(0);
    expect(sizePositions(input({ ...exact, remainingCents: 12_909 }))[0]?.contracts).toBe(1);
  });

  test('an account without a floor is limited only by its contract limit', () => {
    expect(sizePositions(input({ remainingCents: null }))[0]).toMatchObject({ contracts: 4, limit: 'contract-limit' });
  });

  test('a stop is converted if the smaller contract has larger ticks', () => {
    // 6E moves by 0.00005, M6E by 0.0001: 25 ticks are 12.5 of the larger ones.
    const sizes = sizePositions(input({ instrument: '6E', stopTicks: 25 }));
    expect(sizes.map(({ instrument, stopTicks }) => [instrument, stopTicks])).toEqual([
      ['6E', 25],
      ['M6E', 13],
    ]);
  });

  test('no size uses up the remaining drawdown, exceeds the limit or could be one contract larger', () => {
    const inputs = fc.record({
      remainingCents: fc.integer({ min: 0, max: 2_000_000 }),
      shareBps: fc.constantFrom(500, 1_000, 5_000, 10_000),
      stopTicks: fc.integer({ min: 1, max: 2_000 }),
      instrument: fc.constantFrom(...markets),
      freeContracts: fc.integer({ min: 0, max: 300 }).map((tenths) => tenths / 10),
    });
    fc.assert(
      fc.property(inputs, (size) => {
        for (const { instrument, contracts, stopTicks, lossCents, limit } of sizePositions(size)) {
          const { tickValueHundredths, feeCents } = instruments[instrument];
          const lossOf = (count: number) => count * (stopTicks * tickValueHundredths + 200 * feeCents);
          const share = (size.remainingCents * size.shareBps) / 100;
          const fits = (count: number) => lossOf(count) <= share && lossOf(count) < size.remainingCents * 100;
          const isWithin = (count: number) => contractsIn([{ instrument, quantity: count }]) <= size.freeContracts;
          expect(contracts === 0 || (fits(contracts) && isWithin(contracts))).toBe(true);
          expect(limit === 'room' ? !fits(contracts + 1) : !isWithin(contracts + 1)).toBe(true);
          expect(lossCents).toBe(Math.ceil(lossOf(contracts) / 100));
        }
      }),
    );
  });
});
