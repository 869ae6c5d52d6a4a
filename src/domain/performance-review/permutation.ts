import { nextRandom, type Random } from '../../lib/random.ts';

/** One value and the index of the group it belongs to. */
export type Grouped = { readonly value: number; readonly group: number };

/**
 * For each group, how often a shuffled record sets it as far apart from the rest as the real one does: the two-sided
 * p-value of its mean. Welch's t is compared, which stays valid where groups scatter differently; the shuffled record
 * takes the place of the t distribution, which heavy tails would break.
 * @param tested the groups that have enough values @param draws shuffles; p is at least 1 ÷ (draws + 1)
 */
export function permutationPValues(
  entries: readonly Grouped[],
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
  const real = welchOf(values, labels, counts, squares, tested);
  const reached = tested.map(() => 1);
  for (let draw = 0; draw < draws; draw += 1) {
    shuffle(values, random);
    const drawn = welchOf(values, labels, counts, squares, tested);
    for (let index = 0; index < tested.length; index += 1)
      // Equal records shuffled differently round differently in the last digits.
      if ((drawn[index] ?? 0) >= (real[index] ?? 0) - 1e-9) reached[index] = (reached[index] ?? 0) + 1;
  }
  return reached.map((count) => count / (draws + 1));
}

/** Welch's t of each tested group against the rest, without its sign. @param values with a mean of zero */
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
    const [count, sum, own] = [counts[group] ?? 0, sums[group] ?? 0, groupSquares[group] ?? 0];
    const rest = values.length - count;
    const spread =
      (own - sum ** 2 / count) / (count - 1) / count + (squares - own - sum ** 2 / rest) / (rest - 1) / rest;
    const gap = Math.abs(sum / count + sum / rest);
    return spread <= 0 ? (gap > 0 ? Number.POSITIVE_INFINITY : 0) : gap / Math.sqrt(spread);
  });
}

/** Fisher and Yates. */
function shuffle(values: Float64Array, random: Random): void {
  for (let index = values.length - 1; index > 0; index -= 1) {
    const other = Math.floor(nextRandom(random) * (index + 1));
    const value = values[index] ?? 0;
    values[index] = values[other] ?? 0;
    values[other] = value;
  }
}

/** P-values adjusted by Benjamini and Hochberg (Journal of the Royal Statistical Society B 57, 1995), in the same order. */
export function adjustPValues(pValues: readonly number[]): readonly number[] {
  const descending = pValues.map((p, index) => ({ p, index })).sort((left, right) => right.p - left.p);
  const adjusted = pValues.map(() => 1);
  let lowest = 1;
  for (const [place, { p, index }] of descending.entries()) {
    lowest = Math.min(lowest, (p * pValues.length) / (pValues.length - place));
    adjusted[index] = lowest;
  }
  return adjusted;
}
