import type { ValueAxis } from './equity-chart-layout.ts';
import { round } from './paths.ts';
import { spread } from './place-labels.ts';
import { niceStep, ticksBetween } from './scale.ts';

export type GaugeValues = {
  readonly equityCents: number;
  /** Null if the program has no floor. */
  readonly floorCents: number | null;
  readonly highWaterMarkCents: number | null;
};

/** The label of a value, `size` pixels high. */
export type GaugeLabel = { readonly atCents: number; readonly size: number };

export type Gauge = ReturnType<typeof layoutGauge>;

const tickCount = 24;
const ticksPerMajor = 5;

/** A gauge on a chart's own scale, `height` pixels high. Its labels never touch, however close their values are. */
export function layoutGauge(
  { equityCents, floorCents, highWaterMarkCents }: GaugeValues,
  labels: readonly GaugeLabel[],
  { y, bottomCents, topCents }: ValueAxis,
  height: number,
) {
  const step = niceStep(topCents - bottomCents, tickCount);
  const heightOf = (cents: number) => round(Math.min(Math.max(y(cents), 0), height));
  const tops = spread(
    labels.map(({ atCents, size }) => ({ center: y(atCents), size })),
    [0, height],
    6,
  );
  return {
    ticks: ticksBetween(bottomCents, topCents, tickCount).map((value) => ({
      y: heightOf(value),
      isMajor: Math.round(value / step) % ticksPerMajor === 0,
    })),
    equityY: heightOf(equityCents),
    floorY: floorCents === null ? null : heightOf(floorCents),
    markY: highWaterMarkCents === null ? null : heightOf(highWaterMarkCents),
    /** For each label, the y of its value and the top of its text. */
    labels: labels.map(({ atCents }, index) => ({ y: heightOf(atCents), top: round(tops[index] ?? 0) })),
  };
}
