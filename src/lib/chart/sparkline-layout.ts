import { areaPath, levelPath, smoothPath, stepCorners, straightPath } from './paths.ts';
import { linearScale } from './scale.ts';

export type SparklinePoint = { readonly equityCents: number; readonly floorCents: number | null };

/** Minimum and maximum value. Passing them lets several sparklines share a scale. */
export type SparklineLimits = readonly [number, number];

export type SparklineLayout = {
  readonly equityPath: string;
  /** With `daily`, only the levels, because a limit that restarts each day has no steps. */
  readonly floorPath: string;
  readonly belowFloorPath: string;
};

const inset = 3;

/** Points are evenly spaced; the floor holds each value until the next point. */
export function layoutSparkline(
  points: readonly SparklinePoint[],
  size: { readonly width: number; readonly height: number },
  limits: SparklineLimits = limitsOfSparkline(points),
  daily = false,
): SparklineLayout {
  const x = linearScale([0, Math.max(points.length - 1, 1)], [0, size.width]);
  const y = linearScale(limits, [size.height - inset, inset]);
  const floor = points.flatMap(({ floorCents }, index) =>
    floorCents === null ? [] : [{ x: x(index), y: y(floorCents) }],
  );
  const corners = stepCorners(floor, size.width);
  return {
    equityPath: smoothPath(points.map((point, index) => ({ x: x(index), y: y(point.equityCents) }))),
    floorPath: daily ? levelPath(corners) : straightPath(corners),
    belowFloorPath: areaPath(corners, size.height),
  };
}

export function limitsOfSparkline(...series: readonly (readonly SparklinePoint[])[]): SparklineLimits {
  const values = series.flat().flatMap((point) => [point.equityCents, point.floorCents ?? point.equityCents]);
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [values[0] ?? 0, values[0] ?? 1],
  );
}
