import { describe, expect, it } from 'vitest';
import { type ChartPoint, layoutEquityChart } from '#lib/chart/equity-chart-layout.ts';
import { layoutGauge } from '#lib/chart/gauge-layout.ts';
import { hourMs } from '#lib/durations.ts';

const days = [{ startsAt: 0, endsAt: 8 * hourMs, label: 'Mon' }];
const frame = { width: 400, height: 300, valueTicks: 5, dayLabelWidth: 60 };
const labels = { mark: 100, pill: 60, floor: 120, floorLines: 1 };
const start = { at: 0, equityCents: 5_000_000, floorCents: 4_800_000, highWaterMarkCents: 5_000_000 };

function layout(...points: ChartPoint[]) {
  return layoutEquityChart(points, days, frame, labels);
}

describe('layoutEquityChart', () => {
  it('measures the distance from the last equity value down to the floor', () => {
    const { end, measure } = layout(start, { ...start, at: 8 * hourMs, equityCents: 5_120_000 });
    expect(measure?.distance).toBe(320_000);
    expect(measure?.floorY).toBeGreaterThan(end?.y ?? 0);
  });

  it('places the pill to the left of an end at the right edge and to the right of one at the left edge', () => {
    expect(layout(start, { ...start, at: 8 * hourMs }).measure?.pill.x).toBeLessThan(0);
    expect(layout(start).measure?.pill.x).toBeGreaterThan(0);
  });

  it('shows a breach as a negative distance, fully inside the frame', () => {
    const { end, measure } = layout(start, { ...start, at: 8 * hourMs, equityCents: 4_790_000 });
    expect(measure?.distance).toBe(-10_000);
    expect(end?.y).toBeLessThan(frame.height - 26);
  });

  it('draws neither a floor nor a distance for a program without a floor', () => {
    const drawn = layout({ ...start, floorCents: null }, { ...start, at: hourMs, floorCents: null });
    expect(drawn).toMatchObject({ floorPath: '', belowFloorPath: '', floorLabel: null, measure: null });
  });

  it('renders without any points', () => {
    expect(layout()).toMatchObject({ equityPath: '', end: null, measure: null, mark: null });
  });

  it('draws a floor that restarts each day without connecting steps', () => {
    const points = [start, { ...start, at: 4 * hourMs, floorCents: 4_900_000 }];
    expect(layoutEquityChart(points, days, { ...frame, isDaily: true }, labels).floorPath.match(/M/g)).toHaveLength(2);
  });
});

describe('layoutGauge', () => {
  const values = {
    equityCents: 4_970_000,
    floorCents: 4_969_000,
    highWaterMarkCents: 4_971_000,
    startCents: 5_000_000,
  };

  it('separates labels whose values almost coincide', () => {
    const labels = [4_971_000, 4_970_000, 4_969_000].map((atCents) => ({ atCents, size: 66 }));
    const tops = layoutGauge(values, labels, 372).labels.map((label) => label.top);
    expect(tops[1]).toBeGreaterThanOrEqual((tops[0] ?? 0) + 66);
    expect(tops[2]).toBeGreaterThanOrEqual((tops[1] ?? 0) + 66);
  });

  it('leaves space below equity when there is no floor', () => {
    const gauge = layoutGauge({ ...values, floorCents: null }, [], 372);
    expect(gauge.floorY).toBeNull();
    expect(gauge.equityY).toBeLessThan(372 - 50);
  });

  it('shows equity below the floor after a breach', () => {
    const gauge = layoutGauge({ ...values, equityCents: 4_960_000 }, [], 372);
    expect(gauge.equityY).toBeGreaterThan(gauge.floorY ?? 0);
  });
});
