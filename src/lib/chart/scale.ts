export type Scale = (value: number) => number;

/** Maps `from` linearly onto `to`; an empty domain maps to the middle of the range. */
export function linearScale(from: readonly [number, number], to: readonly [number, number]): Scale {
  const extent = from[1] - from[0];
  if (extent === 0) return () => (to[0] + to[1]) / 2;
  const slope = (to[1] - to[0]) / extent;
  return (value) => to[0] + (value - from[0]) * slope;
}

const leadingDigits = [1, 2, 2.5, 5, 10];

/** The smallest round step (1, 2, 2.5 or 5 times a power of ten) that gives at most `count` ticks. */
export function niceStep(extent: number, count: number): number {
  const rough = Math.max(extent, Number.EPSILON) / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const leadingDigit = leadingDigits.find((candidate) => candidate * power >= rough * 0.999) ?? 10;
  return leadingDigit * power;
}

/** Round values within the limits, ascending. */
export function ticksBetween(low: number, high: number, count: number): number[] {
  const step = niceStep(high - low, count);
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => (first + index) * step);
}
