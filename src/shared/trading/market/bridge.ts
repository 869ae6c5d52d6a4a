import { maxNormal, normalOf } from './normal.ts';

/** How a random walk between two known ends is filled: each middle in turn, before the middles of its halves. */
export type BridgePlan = {
  readonly steps: number;
  /** For each middle: its left end, itself and its right end. */
  readonly positions: Uint16Array;
  /** For each middle: both ends' weights, and its deviation from their line in deviations of one step. */
  readonly factors: Float64Array;
  /** How far any value can lie beyond both ends, in deviations of one step. */
  readonly reach: number;
};

export function planBridge(steps: number): BridgePlan {
  const positions: number[] = [];
  const factors: number[] = [];
  const split = (from: number, to: number): number => {
    if (to - from < 2) return 0;
    const at = (from + to) >>> 1;
    const deviation = Math.sqrt(((at - from) * (to - at)) / (to - from));
    positions.push(from, at, to);
    factors.push((to - at) / (to - from), (at - from) / (to - from), deviation);
    return deviation * maxNormal + Math.max(split(from, at), split(at, to));
  };
  const reach = split(0, steps);
  return { steps, positions: Uint16Array.from(positions), factors: Float64Array.from(factors), reach };
}

/**
 * The values of a random walk from `first` to `last`, with one drawn number per middle. Given only its past, such a walk is a
 * plain random walk: neither end pulls it.
 */
export function fillBridge(
  { steps, positions, factors }: BridgePlan,
  first: number,
  last: number,
  stepDeviation: number,
  drawn: Uint32Array,
): Float64Array {
  const values = new Float64Array(steps + 1);
  values[0] = first;
  values[steps] = last;
  for (let index = 0; index < positions.length; index += 3) {
    const at = positions[index + 1] as number;
    const chord =
      (values[positions[index] as number] as number) * (factors[index] as number) +
      (values[positions[index + 2] as number] as number) * (factors[index + 1] as number);
    values[at] = chord + stepDeviation * (factors[index + 2] as number) * normalOf(drawn[at] as number);
  }
  return values;
}
