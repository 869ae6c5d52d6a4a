import { nextRandom, type Random } from '#lib/random.ts';

export type GroupedValue = { readonly value: number; readonly group: number };

/**
 * The two-sided permutation p-value of each group's mean: how often a shuffle separates the group from the rest as far
 * as the real data does. Compares Welch's t, which allows for unequal variances. Shuffling replaces the t distribution,
 * which heavy tails would invalidate.
 * @param tested groups with enough values @param draws number of shuffles; p is at least 1 ÷ (draws + 1)
 */
export function permutationPValues(
  entries: readonly GroupedValue[],
  tested: readonly number[],
  draws: number,
  random: Random,
): readonly number[] {
  const groups = 1 + Math.max(-1, ...entries.map(({ group }) => group));
  const labels = Int32Array.from(entries, ({ group }) => group);
  const mean = entries.reduce((sum, { value }) => sum + value, 0) / entries.length;
  const values = Float64Array.from(entries, ({ value }) => value - mean);
  const counts = new Float64Array(groups);
  for (const label of labels) counts[label] = (counts[label] ?? 0) + 1;
  const squares = values.reduce((sum, value) => sum + value * value, 0);
  const observed = welchOf(values, labels, counts, squares, tested);
  const reachedCounts = tested.map(() => 1);
  for (let draw = 0; draw < draws; draw += 1) {
    shuffle(values, random);
    const drawn = welchOf(values, labels, counts, squares, tested);
    for (let index = 0; index < tested.length; index += 1)
      // The order of summation changes the last digits, so equal values may differ slightly.
      if ((drawn[index] ?? 0) >= (observed[index] ?? 0) - 1e-9) reachedCounts[index] = (reachedCounts[index] ?? 0) + 1;
  }
  return reachedCounts.map((count) => count / (draws + 1));
}

/** The absolute Welch's t of each tested group against the rest. @param values with a mean of zero */
function welchOf(
  values: Float64Array,
  labels: Int32Array,
  counts: Float64Array,
  squares: number,
  tested: readonly number[],
): Float64Array {
  const sums = new Float64Array(counts.length);
  const groupSquares = new Float64Array(counts.length);
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0;
    const label = labels[index] ?? 0;
    sums[label] = (sums[label] ?? 0) + value;
    groupSquares[label] = (groupSquares[label] ?? 0) + value * value;
  }
  return Float64Array.from(tested, (group) => {
    const [count, sum, groupSquare] = [counts[group] ?? 0, sums[group] ?? 0, groupSquares[group] ?? 0];
    const rest = values.length - count;
    const spread =
      (groupSquare - sum ** 2 / count) / (count - 1) / count +
      (squares - groupSquare - sum ** 2 / rest) / (rest - 1) / rest;
    const gap = Math.abs(sum / count + sum / rest);
    return spread <= 0 ? (gap > 0 ? Number.POSITIVE_INFINITY : 0) : gap / Math.sqrt(spread);
  });
}

/** Fisher–Yates shuffle. */
function shuffle(values: Float64Array, random: Random): void {
  for (let index = values.length - 1; index > 0; index -= 1) {
    const other = Math.floor(nextRandom(random) * (index + 1));
    const value = values[index] ?? 0;
    values[index] = values[other] ?? 0;
    values[other] = value;
  }
}

/** Benjamini–Hochberg adjusted p-values (Journal of the Royal Statistical Society B 57, 1995), in input order. */
export function adjustPValues(pValues: readonly number[]): readonly number[] {
  const descending = pValues.map((p, index) => ({ p, index })).sort((left, right) => right.p - left.p);
  const adjusted = pValues.map(() => 1);
  let lowest = 1;
  for (const [rank, { p, index }] of descending.entries()) {
    lowest = Math.min(lowest, (p * pValues.length) / (pValues.length - rank));
    adjusted[index] = lowest;
  }
  return adjusted;
}
