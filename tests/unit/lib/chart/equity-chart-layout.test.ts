import { describe, expect, it } from 'vitest';
import { type ChartPoint, layoutEquityChart } from '#lib/chart/equity-chart-layout.ts';
import { layoutGauge } from '#lib/chart/gauge-layout.ts';
import { hourMs } from '#lib/durations.ts';

const days = [{ startsAt: 0, endsAt: 8 * hourMs, label: 'Mon' }];
const frame = { width: 400, height: 300, valueTicks: 5, dayLabelWidth: 60 };
const labels = { mark: 100, payout: 60, pill: 60, floor: 120, floorLines: 1 };
const start = { at: 0, equityCents: 5_000_000, floorCents: 4_800_000, highWaterMarkCents: 5_000_000 };

function layout(...points: ChartPoint[]) {
  return layoutEquityChart(points, days, frame, labels);
}

describe('layoutEquityChart', () => {
  it('measures the distance from the last equity value down to the floor', () => {
    const { life, measure } = layout(start, { ...start, at: 8 * hourMs, equityCents: 5_120_000 });
    expect(measure?.distance).toBe(320_000);
    expect(measure?.floorY).toBeGreaterThan(life.end?.y ?? 0);
  });

  it('places the pill to the left of an end at the right edge and to the right of one at the left edge', () => {
    expect(layout(start, { ...start, at: 8 * hourMs }).measure?.pill.x).toBeLessThan(0);
    expect(layout(start).measure?.pill.x).toBeGreaterThan(0);
  });

  it('shows a breach as a negative distance, fully inside the frame', () => {
    const { life, measure } = layout(start, { ...start, at: 8 * hourMs, equityCents: 4_790_000 });
    expect(measure?.distance).toBe(-10_000);
    expect(life.end?.y).toBeLessThan(frame.height - 26);
  });

  it('draws neither a floor nor a distance for a program without a floor', () => {
    const drawn = layout({ ...start, floorCents: null }, { ...start, at: hourMs, floorCents: null });
    expect(drawn).toMatchObject({ life: { floorPath: '', belowFloorPath: '' }, floorLabel: null, measure: null });
  });

  it('names the high-water mark where no payout’s amount is', () => {
    const points = [2, 5, 7].map((hour) => ({
      ...start,
      at: hour * hourMs,
      equityCents: 5_000_000 + hour * 10_000,
      highWaterMarkCents: 5_000_000 + hour * 10_000,
    }));
    const paidAt = 7.2 * hourMs;
    const last = { ...start, at: 7.5 * hourMs, equityCents: 4_935_000, highWaterMarkCents: 5_070_000 };
    const payouts = [{ at: paidAt, amountCents: -135_000 }];
    const { markLabel, life } = layoutEquityChart([start, ...points, last], days, frame, labels, payouts);
    expect((markLabel?.x ?? 0) + labels.mark).toBeLessThan((life.payouts[0]?.x ?? 0) - 25);
  });

  it('names the high-water mark at an earlier step where two payouts leave no room between them', () => {
    const levels = { 1: 5_200_000, 3: 5_400_000, 4.8: 5_590_000, 7.6: 5_600_000 };
    const rise = Object.entries(levels).map(([hour, cents]) => ({
      ...start,
      at: Number(hour) * hourMs,
      equityCents: cents,
      highWaterMarkCents: cents,
    }));
    const payouts = [5, 7.7].map((hour) => ({ at: hour * hourMs, amountCents: -135_000 }));
    const last = { ...start, at: 7.9 * hourMs, equityCents: 5_465_000, highWaterMarkCents: 5_600_000 };
    const { markLabel, life } = layoutEquityChart([start, ...rise, last], days, frame, labels, payouts);
    const amounts = life.payouts.map(({ x, fromY }) => ({
      left: x - 25,
      right: x + 25,
      top: fromY - 20,
      bottom: fromY,
    }));
    const isOver = (at: (typeof amounts)[number]) =>
      markLabel !== null &&
      markLabel.x < at.right &&
      markLabel.x + labels.mark > at.left &&
      markLabel.y < at.bottom &&
      markLabel.y + 16 > at.top;
    expect(amounts.map(isOver)).toEqual([false, false]);
  });

  it('renders without any points', () => {
    expect(layout()).toMatchObject({ life: { equityPath: '', end: null }, measure: null, markLabel: null });
  });

  it('draws a floor that restarts each day without connecting steps', () => {
    const points = [start, { ...start, at: 4 * hourMs, floorCents: 4_900_000 }];
    expect(
      layoutEquityChart(points, days, { ...frame, isDaily: true }, labels).life.floorPath.match(/M/g),
    ).toHaveLength(2);
  });

  it('draws the high-water mark as a staircase that starts each level when it was reached', () => {
    const reached = { ...start, at: 4 * hourMs, equityCents: 5_100_000, highWaterMarkCents: 5_100_000 };
    const drawn = layout(start, reached, { ...reached, at: 8 * hourMs });
    // The frame is 400 pixels wide, of which 18 follow the last point: half the day is at 191.
    const [, low, high] = /^M0 ([\d.]+)H191V([\d.]+)H400$/.exec(drawn.life.markPath) ?? [];
    expect(Number(high)).toBeLessThan(Number(low));
  });

  it('puts the high-water mark’s name above everything where the equity crosses both sides of its line', () => {
    const points = Array.from({ length: 17 }, (_, index) => ({
      ...{ ...start, at: (index * hourMs) / 2, highWaterMarkCents: 5_000_000 },
      equityCents: index % 2 === 0 ? 5_020_000 : 4_980_000,
    }));
    const label = layout(...points).markLabel;
    // The highest value is 24 pixels below the top.
    expect((label?.y ?? 24) + (label?.height ?? 0)).toBeLessThan(24);
  });
});

describe('layoutGauge', () => {
  const points = [start, { ...start, at: 8 * hourMs, equityCents: 4_970_000, floorCents: 4_969_000 }];
  const values = { equityCents: 4_970_000, floorCents: 4_969_000, highWaterMarkCents: 5_000_000 };
  const { axis, life, measure } = layout(...points);
  const height = frame.height - 26;

  it('has the chart’s own scale', () => {
    const gauge = layoutGauge(values, [], axis, height);
    expect(gauge.equityY).toBeCloseTo(life.end?.y ?? 0, 0);
    expect(gauge.floorY).toBeCloseTo(measure?.floorY ?? 0, 0);
    expect(gauge.ticks.length).toBeGreaterThan(4);
  });

  it('separates labels whose values almost coincide, and keeps them inside', () => {
    const near = [4_971_000, 4_970_000, 4_969_000].map((atCents) => ({ atCents, size: 40 }));
    const tops = layoutGauge(values, near, axis, height).labels.map((label) => label.top);
    expect(tops[1]).toBeGreaterThanOrEqual((tops[0] ?? 0) + 40);
    expect(tops[2]).toBeGreaterThanOrEqual((tops[1] ?? 0) + 40);
    expect(tops[2]).toBeLessThanOrEqual(height - 40);
  });

  it('has no floor where the program has none', () => {
    expect(layoutGauge({ ...values, floorCents: null }, [], axis, height).floorY).toBeNull();
  });
});
