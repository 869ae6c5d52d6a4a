import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEvent } from '#shared/accounts/engine.ts';
import { findPointsToFloor } from '#shared/accounts/points-to-floor.ts';
import { instruments } from '#shared/exchange/instruments.ts';
import { at, buy, entryTicks, mark, played, trailing } from '../support.ts';

const monday = '2026-11-16';

describe('points to the floor', () => {
  test('seven micros lose $1,970 in 56.3 ES points', () => {
    // 7 MES move by 7 × $5 a point: $1,970 ÷ $35.
    const found = findPointsToFloor([{ instrument: 'MES', quantity: 7 }], 197_000);
    expect(found?.instrument).toBe('ES');
    expect(found?.points).toBeCloseTo(56.2857, 4);
  });

  test('a mini and its micros add up within one market, long or short', () => {
    // 1 ES and 5 MES move by $50 + $25 a point.
    const positions = [
      { instrument: 'ES', quantity: -1 },
      { instrument: 'MES', quantity: -5 },
    ] as const;
    expect(findPointsToFloor(positions, 150_000)).toEqual({ points: 20, instrument: 'ES' });
  });

  test('no distance is given without positions, across markets or for a spread', () => {
    expect(findPointsToFloor([], 100_000)).toBeNull();
    const across = [
      { instrument: 'ES', quantity: 1 },
      { instrument: 'NQ', quantity: 1 },
    ] as const;
    expect(findPointsToFloor(across, 100_000)).toBeNull();
    const spread = [
      { instrument: 'CL', quantity: 1 },
      { instrument: 'CL', quantity: -1 },
    ] as const;
    expect(findPointsToFloor(spread, 100_000)).toBeNull();
  });

  test('the engine reaches the floor after exactly that many ticks', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), (quantity) => {
        const open = played(trailing, buy(at(monday, '10:00'), entryTicks, { quantity }));
        const remainingCents = open.equityCents - (open.floorCents ?? 0);
        const points = findPointsToFloor([{ instrument: 'ES', quantity }], remainingCents)?.points ?? 0;
        const ticks = Math.ceil(points / instruments.ES.tickSize);
        const down = (by: number) => applyEvent(trailing, open, mark(at(monday, '10:01'), entryTicks - by)).status;
        expect([down(ticks - 1), down(ticks)]).toEqual(['active', 'breached']);
      }),
    );
  });
});
