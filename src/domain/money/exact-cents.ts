/**
 * The one place where cents are rounded. Ticks are worth hundredths of a cent (a tick of ZF is $7.8125), fees and
 * adjustments whole cents. Sums are kept exactly, and a figure in cents is the exact sum rounded up, once: a part of a
 * cent is the trader's, rounding never adds up over many fills, and a rounded equity is at or below a floor of whole
 * cents exactly when the exact one is.
 *
 * An exact amount is kept as `cents` and the `excess` of it, 0–99 hundredths of a cent, by which rounding went above
 * the exact sum. Exact up to ten billion dollars.
 */
export function ceilCents(hundredths: number): number {
  // Adding zero turns −0, which a loss of less than a cent rounds to, into 0.
  return Math.ceil(hundredths / 100) + 0;
}

/** What rounding up adds to an exact amount: 0–99 hundredths of a cent. */
export function excessOf(hundredths: number): number {
  return ceilCents(hundredths) * 100 - hundredths;
}
