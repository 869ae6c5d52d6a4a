import { round } from './paths.ts';
import { spread } from './place-labels.ts';
import { linearScale, niceStep, ticksBetween } from './scale.ts';

export type GaugeValues = {
  readonly equityCents: number;
  /** Null if the program has no floor. */
  readonly floorCents: number | null;
  readonly highWaterMarkCents: number | null;
  readonly startCents: number;
};

/** The label of a value, `size` pixels high. */
export type GaugeLabel = { readonly atCents: number; readonly size: number };

export type Gauge = {
  readonly ticks: readonly { readonly y: number; readonly isMajor: boolean }[];
  readonly equityY: number;
  readonly floorY: number | null;
  readonly markY: number | null;
  readonly startY: number;
  /** For each label, the y of its value and the top of its text. */
  readonly labels: readonly { readonly y: number; readonly top: number }[];
};

const edge = 8;

/** Lays out a vertical scale of `height` pixels so that labels never touch, however close their values are. */
export function layoutGauge(values: GaugeValues, labels: readonly GaugeLabel[], height: number): Gauge {
  const [low, high] = limitsOf(values);
  const y = linearScale([low, high], [height - edge, edge]);
  const minor = niceStep(high - low, 24);
  const tops = spread(
    labels.map((label) => ({ center: y(label.atCents), size: label.size })),
    [0, height],
    6,
  );
  return {
    ticks: ticksBetween(low, high, 24).map((value) => ({
      y: round(y(value)),
      isMajor: Math.round(value / minor) % 5 === 0,
    })),
    equityY: round(y(values.equityCents)),
    floorY: values.floorCents === null ? null : round(y(values.floorCents)),
    markY: values.highWaterMarkCents === null ? null : round(y(values.highWaterMarkCents)),
    startY: round(y(values.startCents)),
    labels: labels.map((label, index) => ({
      y: round(Math.min(Math.max(y(label.atCents), edge), height - edge)),
      top: round(tops[index] ?? 0),
    })),
  };
}

/** The scale starts at the floor. Without a floor, it leaves space below the lower of start and equity. */
function limitsOf({ equityCents, floorCents, highWaterMarkCents, startCents }: GaugeValues): [number, number] {
  const top = Math.max(equityCents, highWaterMarkCents ?? startCents, floorCents ?? startCents);
  const bottom = floorCents === null ? Math.min(startCents, equityCents) : Math.min(floorCents, equityCents);
  const extent = Math.max(top - bottom, 100);
  return [floorCents === null ? bottom - extent * 0.5 : bottom, top + extent * 0.08];
}
