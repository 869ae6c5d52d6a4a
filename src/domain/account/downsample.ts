import type { EquityPoint } from './equity-curve.ts';

/**
 * At most `most` points (two or more) of a curve, in order: both ends, the extremes, the largest floor steps with
 * both sides, then the extremes of equal stretches, for which a constantly moving floor leaves space.
 */
export function downsample(points: readonly EquityPoint[], most: number): readonly EquityPoint[] {
  if (points.length <= most) return points;
  const kept = new Set([
    0,
    points.length - 1,
    ...extremesWithin(points, 0, points.length).slice(0, Math.max(0, most - 2)),
  ]);
  const stepsUntil = kept.size + Math.floor((most - kept.size) * 0.75);
  for (const index of floorSteps(points)) {
    if (kept.size + 2 > stepsUntil) break;
    kept.add(index - 1).add(index);
  }
  const stretches = Math.floor((most - kept.size) / 2);
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const from = Math.floor((stretch * points.length) / stretches);
    const to = Math.floor(((stretch + 1) * points.length) / stretches);
    for (const index of extremesWithin(points, from, to)) kept.add(index);
  }
  return [...kept].sort((a, b) => a - b).flatMap((index) => points[index] ?? []);
}

/** Indexes of the lowest and highest equity in [from, to). */
function extremesWithin(points: readonly EquityPoint[], from: number, to: number): readonly number[] {
  let lowest = from;
  let highest = from;
  for (let index = from; index < to; index += 1) {
    const cents = equityAt(points, index);
    if (cents < equityAt(points, lowest)) lowest = index;
    if (cents > equityAt(points, highest)) highest = index;
  }
  return [lowest, highest];
}

function equityAt(points: readonly EquityPoint[], index: number): number {
  return points[index]?.equityCents ?? Number.NaN;
}

/** Indexes of the points where the floor changes, largest steps first. */
function floorSteps(points: readonly EquityPoint[]): readonly number[] {
  const steps: { readonly index: number; readonly heightCents: number }[] = [];
  for (let index = 1; index < points.length; index += 1) {
    const before = points[index - 1]?.floorCents ?? 0;
    const after = points[index]?.floorCents ?? 0;
    if (before !== after) steps.push({ index, heightCents: Math.abs(after - before) });
  }
  return steps.sort((a, b) => b.heightCents - a.heightCents || a.index - b.index).map(({ index }) => index);
}
