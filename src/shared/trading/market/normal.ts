/**
 * Normally distributed numbers from random words. The table is rounded, so that engines whose logarithms differ in the
 * last bit still agree on every number.
 */
const size = 4_096;
const precision = 2 ** 24;
const quantiles = makeQuantiles();

/** The largest absolute value of `normalOf`. */
export const maxNormal = (quantiles[size - 1] ?? 0) * Math.SQRT2;

/** A normal number of mean 0 and deviation 1, from the low 24 bits of a word. */
export function normalOf(word: number): number {
  return ((quantiles[word & 4_095] as number) + (quantiles[(word >>> 12) & 4_095] as number)) * Math.SQRT1_2;
}

/** Quantiles at the middle of equal shares, scaled to a deviation of exactly 1. */
function makeQuantiles(): Float64Array {
  const plain = Array.from({ length: size }, (_, index) => quantileOf((index + 0.5) / size));
  const deviation = Math.sqrt(plain.reduce((sum, value) => sum + value * value, 0) / size);
  return Float64Array.from(plain, (value) => Math.round((value / deviation) * precision) / precision);
}

/** The inverse of the normal distribution, by Acklam's approximation, whose relative error is below 1.2e-9. */
function quantileOf(share: number): number {
  if (share > 0.5) return -quantileOf(1 - share);
  if (share < 0.02425) {
    const tail = Math.sqrt(-2 * Math.log(share));
    return (
      polynomial(
        tail,
        [
          -7.784894002430293e-3, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
          2.938163982698783,
        ],
      ) / polynomial(tail, [7.784695709041462e-3, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1])
    );
  }
  const centered = share - 0.5;
  const square = centered * centered;
  return (
    (polynomial(
      square,
      [
        -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
        2.506628277459239,
      ],
    ) *
      centered) /
    polynomial(
      square,
      [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1],
    )
  );
}

/** Coefficients from the highest power down. */
function polynomial(at: number, coefficients: readonly number[]): number {
  return coefficients.reduce((sum, coefficient) => sum * at + coefficient, 0);
}
