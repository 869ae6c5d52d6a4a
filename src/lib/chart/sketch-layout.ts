import { areaPath, round, smoothPath, stepCorners, straightPath, type XY } from './paths.ts';
import { linearScale } from './scale.ts';

export type SketchPoint = { readonly equityCents: number; readonly floorCents: number | null };

/** Values at the bottom and the top, so that several sketches of one tape share a scale. */
export type SketchLimits = readonly [number, number];

export type Sketch = {
  readonly equityPath: string;
  /** One line, or with `daily` one for each level: a limit that starts anew is no step. */
  readonly floorPaths: readonly string[];
  readonly washPath: string;
};

const inset = 3;

/** Points stand at even distances; the floor holds each value until the next point. */
export function layoutSketch(
  points: readonly SketchPoint[],
  size: { readonly width: number; readonly height: number },
  limits: SketchLimits = limitsOfSketch(points),
  daily = false,
): Sketch {
  const x = linearScale([0, Math.max(points.length - 1, 1)], [0, size.width]);
  const y = linearScale(limits, [size.height - inset, inset]);
  const floor = points.flatMap(({ floorCents }, index) =>
    floorCents === null ? [] : [{ x: x(index), y: y(floorCents) }],
  );
  const corners = stepCorners(floor, size.width);
  return {
    equityPath: smoothPath(points.map((point, index) => ({ x: x(index), y: y(point.equityCents) }))),
    floorPaths: daily ? levelsOf(corners) : [straightPath(corners)].filter(Boolean),
    washPath: areaPath(corners, size.height),
  };
}

export function limitsOfSketch(...tapes: readonly (readonly SketchPoint[])[]): SketchLimits {
  const values = tapes.flat().flatMap((point) => [point.equityCents, point.floorCents ?? point.equityCents]);
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [values[0] ?? 0, values[0] ?? 1],
  );
}

function levelsOf(corners: readonly XY[]): string[] {
  return corners.flatMap((corner, index) => {
    const from = corners[index - 1];
    return from === undefined || from.y !== corner.y ? [] : [`M${at(from)}L${at(corner)}`];
  });
}

function at(point: XY): string {
  return `${round(point.x)} ${round(point.y)}`;
}
