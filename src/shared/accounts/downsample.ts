import { hourMs } from '#lib/durations.ts';
import type { EquityPoint } from './equity-curve.ts';

/**
 * Reduces a curve to at most `maxPoints` points (two or more), in order. Keeps both ends, the extremes and the points
 * around the largest floor steps, then the extremes of equal sections. Floor steps never use up all points.
 */
export function downsample(points: readonly EquityPoint[], maxPoints: number): readonly EquityPoint[] {
  if (points.length <= maxPoints) return points;
  const kept = new Set([
    0,
    points.length - 1,
    ...extremesWithin(points, 0, points.length).slice(0, Math.max(0, maxPoints - 2)),
  ]);
  const stepsUntil = kept.size + Math.floor((maxPoints - kept.size) * 0.75);
  for (const index of floorSteps(points)) {
    if (kept.size + 2 > stepsUntil) break;
    kept.add(index - 1).add(index);
  }
  const sections = Math.floor((maxPoints - kept.size) / 2);
  for (let section = 0; section < sections; section += 1) {
    const from = Math.floor((section * points.length) / sections);
    const to = Math.floor(((section + 1) * points.length) / sections);
    for (const index of extremesWithin(points, from, to)) kept.add(index);
  }
  return [...kept].sort((a, b) => a - b).flatMap((index) => points[index] ?? []);
}

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

/** What an hour or more without an event needs to be drawn flat: the value until then, at the time of the next. */
export function holdUntil(before: EquityPoint | undefined, next: EquityPoint): readonly EquityPoint[] {
  if (before === undefined || next.at - before.at < hourMs || before.equityCents === next.equityCents) return [];
  return [{ ...before, at: next.at }];
}

/** A curve to draw of at most `maxPoints` points (six or more): events, and the values held for an hour or more before. */
export function sampleHeld(points: readonly EquityPoint[], maxPoints: number): readonly EquityPoint[] {
  let events = maxPoints;
  let curve = holdSampled(points, events);
  while (curve.length > maxPoints) {
    events -= Math.ceil((curve.length - maxPoints) / 3);
    curve = holdSampled(points, events);
  }
  return curve;
}

function holdSampled(points: readonly EquityPoint[], events: number): readonly EquityPoint[] {
  const kept = new Set(downsample(points, events));
  const shown = points.map((point, index) => {
    const next = points[index + 1];
    return kept.has(point) || (next !== undefined && kept.has(next) && holdUntil(point, next).length > 0);
  });
  return points.flatMap((point, index) => {
    const before = shown[index - 1] ? points[index - 1] : undefined;
    return shown[index] ? [...holdUntil(before, point), point] : [];
  });
}
