/**
 * Random series with direct access to any position: a random walk by midpoint displacement, and a total that is split
 * in half repeatedly. Uses only exact floating-point operations, so every machine gets the same values.
 */

/** A walk has 2^levels positions between two anchors; each level halves the distance. */
const levels = 22;
const blockSize = 2 ** levels;

/** Maximum displacement of a midpoint by level, in steps. It is uniform, with the variance of a random walk. */
const shifts = Array.from({ length: levels + 1 }, (_, level) => (Math.sqrt(3) / 2) * Math.sqrt(2 ** level));
/** How far any position in between can lie beyond both ends, by level. */
const reaches = shifts.map((_, level) => shifts.slice(1, level + 1).reduce((sum, shift) => sum + shift, 0));
const anchorShift = Math.sqrt((3 * blockSize) / 2);
/** The maximum distance of a walk from its centre, in steps. */
export const maxDeviationSteps = anchorShift + (reaches[levels] ?? 0);

/** A hash of two 32-bit integers. */
export function mix(first: number, second: number): number {
  let hash = first ^ Math.imul(second, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** From −1 up to but excluding 1. */
function signed(hash: number): number {
  return hash / 2_147_483_648;
}

/** `step` is the standard deviation from one position to the next. */
export type Walk = { readonly seed: number; readonly centre: number; readonly step: number };

function anchorOf({ seed, centre, step }: Walk, block: number): number {
  return centre + step * anchorShift * signed(mix(seed, block));
}

function midpointOf(walk: Walk, key: number, level: number, middle: number, left: number, right: number): number {
  return (left + right) / 2 + walk.step * (shifts[level] ?? 0) * signed(mix(key, middle));
}

const blockKeyOf = (seed: number, block: number) => mix(~seed, block);

/** Reads the walk at a position, with one hash per level. */
export function readWalk(walk: Walk, position: number): number {
  const block = Math.floor(position / blockSize);
  const offset = position - block * blockSize;
  const key = blockKeyOf(walk.seed, block);
  let left = anchorOf(walk, block);
  let right = anchorOf(walk, block + 1);
  let start = 0;
  for (let level = levels; level > 0 && offset !== start; level -= 1) {
    const middle = start + (1 << (level - 1));
    const value = midpointOf(walk, key, level, middle, left, right);
    if (offset < middle) {
      right = value;
    } else {
      left = value;
      start = middle;
    }
  }
  return left;
}

type WalkVisitor = {
  /** Called with a position of the range and the walk's value there. */
  readonly visit: (position: number, value: number) => void;
  /** Whether positions from `start` up to `end`, whose values are within these limits, need a visit. */
  readonly matters: (start: number, end: number, lowest: number, highest: number) => boolean;
};

/** Visits the positions from `from` up to `to` that matter. Skips whole sections that can't. */
export function searchWalk(walk: Walk, from: number, to: number, { visit, matters }: WalkVisitor): void {
  const descend = (base: number, key: number, level: number, start: number, left: number, right: number) => {
    const size = 1 << level;
    if (base + start >= to || base + start + size <= from) return;
    if (level === 0) {
      visit(base + start, left);
      return;
    }
    const reach = walk.step * (reaches[level] ?? 0);
    const [lowest, highest] = left < right ? [left - reach, right + reach] : [right - reach, left + reach];
    if (!matters(base + start, base + start + size, lowest, highest)) return;
    const middle = start + size / 2;
    const value = midpointOf(walk, key, level, middle, left, right);
    descend(base, key, level - 1, start, left, value);
    descend(base, key, level - 1, middle, value, right);
  };
  for (let block = Math.floor(from / blockSize); block * blockSize < to; block += 1) {
    const key = blockKeyOf(walk.seed, block);
    descend(block * blockSize, key, levels, 0, anchorOf(walk, block), anchorOf(walk, block + 1));
  }
}

/** A series of whole numbers with this mean, in bursts. */
export type Burst = { readonly seed: number; readonly mean: number };

/** The sum of the numbers from `from` up to `to`. */
export function sumBurst({ seed, mean }: Burst, from: number, to: number): number {
  const add = (key: number, level: number, start: number, end: number, total: number, offset: number): number => {
    const size = 1 << level;
    if (total === 0 || offset >= end || offset + size <= start) return 0;
    if (offset >= start && offset + size <= end) return total;
    const middle = offset + size / 2;
    const share = Math.floor(total * (0.5 + 0.2 * signed(mix(key, middle))));
    return add(key, level - 1, start, end, share, offset) + add(key, level - 1, start, end, total - share, middle);
  };
  let sum = 0;
  for (let block = Math.floor(from / blockSize); block * blockSize < to; block += 1) {
    const base = block * blockSize;
    const total = Math.floor(mean * blockSize * (1 + 0.25 * signed(mix(seed, block))));
    sum += add(blockKeyOf(seed, block), levels, from - base, to - base, total, 0);
  }
  return sum;
}
