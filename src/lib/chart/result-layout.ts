import { type ChartDay, dayScale } from './day-axis.ts';
import { areaPath, straightPath } from './paths.ts';
import { linearScale, niceStep, ticksBetween } from './scale.ts';

/** A running total in cents at a time in UTC ms. */
export type ResultPoint = { readonly at: number; readonly sumCents: number };

type Tick = { readonly value: number; readonly y: number };

/** Two plots above each other on one time axis. Coordinates are percent of each plot, so that only lines stretch. */
export type ResultLayout = {
  readonly linePath: string;
  readonly ticks: readonly Tick[];
  readonly endY: number;
  readonly drawdownPath: string;
  readonly drawdownArea: string;
  readonly drawdownTicks: readonly Tick[];
  /** The deepest point below the peak; null if the line never fell. */
  readonly deepest: { readonly x: number; readonly y: number } | null;
  readonly days: readonly { readonly x: number; readonly label: string; readonly isMinor: boolean }[];
};

const size = 100;
const valueTicks = 4;
const maxDayLabels = 6;

/** @param points after the first trade @param days sorted, covering the points */
export function layoutResults(points: readonly ResultPoint[], days: readonly ChartDay[]): ResultLayout {
  const x = dayScale(days, size);
  const sums = [0, ...points.map(({ sumCents }) => sumCents)];
  const xs = [0, ...points.map(({ at }) => x(at))];
  const [low, high] = roundedLimits(Math.min(...sums), Math.max(...sums));
  const y = linearScale([low, high], [size, 0]);
  const below = belowPeak(sums);
  const [bottom] = roundedLimits(Math.min(-100, ...below), 0);
  const depthY = linearScale([bottom, 0], [size, 0]);
  const line = sums.map((sum, index) => ({ x: xs[index] ?? 0, y: y(sum) }));
  const drawdown = below.map((depth, index) => ({ x: xs[index] ?? 0, y: depthY(depth) }));
  const deepest = below.indexOf(Math.min(...below));
  return {
    linePath: straightPath(line),
    ticks: ticksBetween(low, high, valueTicks).map((value) => ({ value, y: y(value) })),
    endY: line.at(-1)?.y ?? y(0),
    drawdownPath: straightPath(drawdown),
    drawdownArea: areaPath([{ x: 0, y: 0 }, ...drawdown, { x: xs.at(-1) ?? 0, y: 0 }], 0),
    drawdownTicks: [0, bottom].map((value) => ({ value, y: depthY(value) })),
    deepest: (below[deepest] ?? 0) < 0 ? (drawdown[deepest] ?? null) : null,
    days: dayLabels(days),
  };
}

/** How far each total is below the highest one so far, as zero or a negative amount. */
export function belowPeak(sums: readonly number[]): number[] {
  let peak = Number.NEGATIVE_INFINITY;
  return sums.map((sum) => {
    peak = Math.max(peak, sum);
    return sum - peak;
  });
}

function roundedLimits(low: number, high: number): readonly [number, number] {
  const step = niceStep(high - low || 1, valueTicks);
  return [Math.floor(low / step) * step, Math.ceil(high / step) * step];
}

/** At most six labels from the first day on; every other one is minor and left out on phones. */
function dayLabels(days: readonly ChartDay[]): ResultLayout['days'] {
  const every = Math.max(Math.ceil(days.length / maxDayLabels), 1);
  const slot = size / Math.max(days.length, 1);
  return days
    .map(({ label }, index) => ({ x: (index + 0.5) * slot, label, isMinor: (index / every) % 2 === 1 }))
    .filter((_, index) => index % every === 0);
}
