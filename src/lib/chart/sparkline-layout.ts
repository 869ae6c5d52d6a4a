import { type ChartDay, dayScale } from './day-axis.ts';
import { drawLife, type LifePayout, type LifePoint } from './life.ts';
import { linearScale, type Scale } from './scale.ts';

/** One account: the evaluation, or the funded account after it. */
export type LifePhase = {
  readonly points: readonly LifePoint[];
  readonly days: readonly ChartDay[];
  readonly payouts: readonly LifePayout[];
};

/** Minimum and maximum value. Passing them lets several sparklines share a scale. */
export type SparklineLimits = readonly [number, number];

export type SparklineProps = {
  /** Beside each other, in order. */
  readonly phases: readonly LifePhase[];
  /** The scale that neighboring sparklines share; see `limitsOf`. */
  readonly limits?: SparklineLimits | undefined;
  /** Whether the floor restarts each day. */
  readonly isDaily?: boolean | undefined;
};

type SparklineSize = {
  readonly width: number;
  readonly height: number;
  /** What stays free above and below the lines, and to the right of the last point, where only the floor goes on. */
  readonly top?: number;
  readonly bottom?: number;
  readonly end?: number;
};

const inset = 3;
const gapShare = 0.04;
/** An evaluation is short, but its drawing must not be. */
const minShare = 0.28;

/** The phases' drawings, each between `startX` and `endX`. */
export function layoutSparkline(
  { phases, limits = limitsOf(...phases), isDaily = false }: SparklineProps,
  { width, height, top = inset, bottom = inset, end = 0 }: SparklineSize,
) {
  const y: Scale = linearScale(limits, [height - bottom, top]);
  const count = phases.reduce((sum, { days }) => sum + days.length, 0);
  let startX = 0;
  const drawn = phases.map(({ points, payouts, days }, index) => {
    const isLast = index === phases.length - 1;
    const endX = isLast ? width : startX + width * Math.max(minShare, days.length / count);
    const inner = dayScale(days, endX - startX - (isLast ? end : 0));
    const from = startX;
    const x = (at: number) => from + inner(at);
    startX = endX + width * gapShare;
    return { ...drawLife(points, payouts, { x, y, startX: from, endX, bottomY: height, isDaily }), startX: from, endX };
  });
  return { phases: drawn, y };
}

export function limitsOf(...phases: readonly Pick<LifePhase, 'points'>[]): SparklineLimits {
  const values = phases.flatMap(({ points }) =>
    points.flatMap(({ equityCents, floorCents }) => [equityCents, floorCents ?? equityCents]),
  );
  return [Math.min(...values), Math.max(...values)];
}
