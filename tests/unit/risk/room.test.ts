import { expect, test } from 'vitest';
import { roomShare, ticksAtPosition } from '#shared/risk/room.ts';

test('the room is a share of the loss that the rules allow, and unknown without a floor', () => {
  // $1,026 of the $3,000 that a Classic 100K may lose.
  expect(roomShare({ remainingCents: 102_600, limitCents: 300_000 })).toBeCloseTo(0.342);
  // A floor that stays at the starting balance leaves more than the rules' limit.
  expect(roomShare({ remainingCents: 387_868, limitCents: 300_000 })).toBeGreaterThan(1);
  expect(roomShare({ remainingCents: null, limitCents: 300_000 })).toBeNull();
  expect(roomShare({ remainingCents: 100, limitCents: null })).toBeNull();
});

test('ticks count for the held contracts of a product together, and the nearest product decides', () => {
  // Four ES move $50 a tick: $1,026 last 20 ticks.
  expect(ticksAtPosition([['ES', 4]], 102_600)).toBe(20);
  // One NQ moves $5 a tick, two CL $20.
  expect(ticksAtPosition([['NQ', -1]], 29_350)).toBe(58);
  expect(
    ticksAtPosition(
      [
        ['NQ', -1],
        ['CL', 2],
      ],
      29_350,
    ),
  ).toBe(14);
  // Long one ES and short ten MES is flat.
  expect(
    ticksAtPosition(
      [
        ['ES', 1],
        ['MES', -10],
      ],
      50_000,
    ),
  ).toBeNull();
  expect(ticksAtPosition([], 50_000)).toBeNull();
  expect(ticksAtPosition([['ES', 1]], null)).toBeNull();
});
