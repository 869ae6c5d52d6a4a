import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayScale } from '#lib/chart/day-axis.ts';
import { drawLife } from '#lib/chart/life.ts';
import { selectChartRange } from '#shared/accounts/chart-range.ts';
import { downsample, sampleHeld } from '#shared/accounts/downsample.ts';
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

describe('an hour without an event', () => {
  const steps = fc.array(fc.record({ minutes: fc.integer({ min: 1, max: 4_000 }), cents: fc.nat(5) }), {
    minLength: 2,
    maxLength: 120,
  });

  test('is flat in the drawing, however few points are kept', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 6, max: 150 }), (given, most) => {
        let time = Date.UTC(2026, 10, 16, 15);
        const points = given.map(({ minutes, cents }): EquityPoint => {
          time += minutes * 60_000;
          return { at: time, equityCents: 5_000_000 + cents * 100, floorCents: null, highWaterMarkCents: 0 };
        });
        const drawn = sampleHeld(points, most);
        const days = selectChartRange(drawn, 'all').days.map((day) => ({ ...day, label: '' }));
        const frame = { x: dayScale(days, 1_000), y: (cents: number) => cents, endX: 1_000, bottomY: 0 };
        const { equity } = drawLife(drawn, [], frame);
        for (const [index, { at: to }] of drawn.entries()) {
          const from = drawn[index - 1]?.at ?? to;
          const isQuiet = to - from >= 3_600_000 && points.every((point) => point.at <= from || point.at >= to);
          const [start, end] = [equity[index - 1], equity[index]];
          if (isQuiet) expect(start?.x === end?.x || start?.y === end?.y).toBe(true);
        }
        expect(drawn.length).toBeLessThanOrEqual(most);
      }),
    );
  });

  test('with one event, a day is flat until the next day’s first event', () => {
    const day = (date: string, equityCents: number): EquityPoint => ({
      ...{ at: at(date, '10:00'), equityCents, floorCents: null, highWaterMarkCents: 0 },
    });
    const drawn = sampleHeld([day(monday, 5_000_000), day(tuesday, 5_100_000), day('2026-11-18', 5_050_000)], 300);
    const days = selectChartRange(drawn, 'all').days.map((each) => ({ ...each, label: '' }));
    const frame = { x: dayScale(days, 300), y: (cents: number) => cents / 100, endX: 300, bottomY: 0 };
    expect(drawLife(drawn, [], frame).equityPath).toBe('M0 50000H100V51000H200V50500');
  });

  test('before a payout ends at the payout’s own step', () => {
    const point = (time: string, equityCents: number): EquityPoint => ({
      ...{ at: at(monday, time), equityCents, floorCents: null, highWaterMarkCents: 0 },
    });
    const drawn = sampleHeld([point('10:00', 5_100_000), point('12:00', 5_050_000)], 300);
    const scale = { x: (time: number) => (time - at(monday, '10:00')) / 60_000, y: (cents: number) => cents / 100 };
    const life = drawLife(drawn, [{ at: at(monday, '12:00'), amountCents: -50_000 }], {
      ...scale,
      endX: 120,
      bottomY: 0,
    });
    expect([life.equityPath, life.payoutPath]).toEqual(['M0 51000H120H120M120 50500H120', 'M120 51000V50500']);
  });
});
