import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { downsample } from '#shared/accounts/downsample.ts';
import { toMutableState } from '#shared/accounts/engine/mutable-state.ts';
import { step } from '#shared/accounts/engine/step.ts';
import { replay } from '#shared/accounts/engine.ts';
import { type EquityPoint, replayEach } from '#shared/accounts/equity-curve.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import { at, buy, close, dayTrade, entryTicks, mark, trailing } from '../support.ts';

const monday = '2026-11-16';
const tuesday = '2026-11-17';

const equityCurve = (events: readonly AccountEvent[]) =>
  Array.from(
    replayEach(trailing, events),
    ({ event, state: { equityCents, floorCents, highWaterMarkCents } }): EquityPoint => ({
      ...{ at: event.at, equityCents, floorCents, highWaterMarkCents },
    }),
  );

describe('equity curve', () => {
  const events = [...dayTrade(monday, 1_000), close(monday), buy(at(tuesday, '10:00'), entryTicks)];

  test('the curve has a point after each event, and its floor steps at the close', () => {
    expect(equityCurve(events)).toEqual([
      { at: at(monday, '10:00'), equityCents: 5_000_000, floorCents: 4_800_000, highWaterMarkCents: 5_000_000 },
      { at: at(monday, '10:30'), equityCents: 5_100_000, floorCents: 4_800_000, highWaterMarkCents: 5_000_000 },
      { at: at(monday, '16:00'), equityCents: 5_100_000, floorCents: 4_900_000, highWaterMarkCents: 5_100_000 },
      { at: at(tuesday, '10:00'), equityCents: 5_100_000, floorCents: 4_900_000, highWaterMarkCents: 5_100_000 },
    ]);
  });

  test('the curve continues from a stored state without mutating it', () => {
    const stored = replay(trailing, events);
    const copy = structuredClone(stored);
    const state = toMutableState(stored);
    step(trailing, state, mark(at(tuesday, '10:01'), entryTicks + 80));
    expect(state).toMatchObject({ equityCents: 5_200_000 });
    expect(stored).toEqual(copy);
  });
});

describe('downsampled curve', () => {
  const equities = fc.array(fc.record({ equityCents: fc.integer({ min: 0, max: 1_000 }), rise: fc.nat(3) }), {
    minLength: 1,
    maxLength: 300,
  });
  const series = equities.map((steps): readonly EquityPoint[] => {
    let floorCents = 0;
    return steps.map(({ equityCents, rise }, index) => {
      if (rise === 3) floorCents += 10;
      return { at: index, equityCents, floorCents, highWaterMarkCents: 0 };
    });
  });

  test('the result is an ordered subset within the maximum length, with both ends and the extremes', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 4, max: 120 }), (points, maxLength) => {
        const sampled = downsample(points, maxLength);
        expect(sampled.length).toBeLessThanOrEqual(Math.max(maxLength, 2));
        expect(sampled.every((point) => points[point.at] === point)).toBe(true);
        expect(sampled.map((point) => point.at)).toEqual(
          [...new Set(sampled.map((point) => point.at))].sort((a, b) => a - b),
        );
        expect(sampled[0]).toBe(points[0]);
        expect(sampled.at(-1)).toBe(points.at(-1));
        const all = points.map(({ equityCents }) => equityCents);
        const kept = sampled.map(({ equityCents }) => equityCents);
        expect([Math.min(...kept), Math.max(...kept)]).toEqual([Math.min(...all), Math.max(...all)]);
      }),
    );
  });

  test('a curve that is short enough is returned unchanged', () => {
    const points = equityCurve(dayTrade(monday, 1_000));
    expect(downsample(points, 2)).toBe(points);
  });

  const curveOf = (equities: readonly number[], floorAt: (index: number) => number = () => 0) =>
    equities.map(
      (equityCents, at): EquityPoint => ({
        at,
        equityCents,
        floorCents: floorAt(at),
        highWaterMarkCents: 0,
      }),
    );
  const indexesOf = (points: readonly EquityPoint[], maxLength: number) =>
    downsample(points, maxLength).map(({ at: index }) => index);

  test('a curve of twelve points limited to eight keeps the ends, the extremes and the extremes of both halves', () => {
    expect(indexesOf(curveOf([5, 1, 6, 2, 7, 3, 9, 0, 8, 4, 6, 5]), 8)).toEqual([0, 1, 4, 6, 7, 11]);
  });

  test('the first of equal extremes is kept, and the lowest value comes before the highest', () => {
    const points = curveOf([5, 5, 1, 1, 9, 9, 5, 5, 5, 5]);
    expect(indexesOf(points, 4)).toEqual([0, 2, 4, 9]);
    expect(indexesOf(points, 3)).toEqual([0, 2, 9]);
    expect(indexesOf(points, 2)).toEqual([0, 9]);
  });

  test('the largest floor steps are kept when space is short, and the first of equal steps', () => {
    const flat = Array.from({ length: 20 }, () => 5);
    const rising = curveOf(flat, (index) => (index < 3 ? 0 : index < 8 ? 10 : index < 14 ? 110 : 160));
    expect(indexesOf(rising, 5)).toEqual([0, 7, 8, 19]);
    expect(indexesOf(rising, 6)).toEqual([0, 7, 8, 19]);
    const even = curveOf(flat, (index) => (index < 3 ? 0 : index < 8 ? 10 : 20));
    expect(indexesOf(even, 5)).toEqual([0, 2, 3, 19]);
  });

  test('both sides of every floor step are kept', () => {
    const points = Array.from({ length: 1_000 }, (_, index): EquityPoint => {
      const floorCents = 4_800_000 + Math.floor(index / 300) * 50_000;
      return { at: index, equityCents: 5_000_000 + ((index * 37) % 1_000), floorCents, highWaterMarkCents: 0 };
    });
    const kept = downsample(points, 60).map((point) => point.at);
    for (const step of [299, 300, 599, 600, 899, 900]) expect(kept).toContain(step);
  });
});
