import { niceStep } from '#lib/chart/scale.ts';
import type { Statistics } from './shape.ts';

const binsPerSide = 7;
/** Results beyond this share of all don't widen the bins. */
const widestShare = 0.95;
const minStepCents = 100;

/**
 * Bins of equal, round width from the largest losses to the largest wins, with zero in the middle. A result on a limit
 * belongs to the bin nearer to zero; trades that broke even are in none.
 */
export function binResults(resultsCents: readonly number[]): Statistics['distribution'] {
  const results = resultsCents.filter((cents) => cents !== 0);
  if (results.length === 0) return [];
  const sizes = results.map(Math.abs).toSorted((left, right) => left - right);
  const wide = sizes[Math.ceil(sizes.length * widestShare) - 1] ?? 0;
  const stepCents = Math.max(minStepCents, Math.ceil(niceStep(wide, binsPerSide)));
  const counts = new Map<number, number>();
  for (const cents of results) {
    const index = Math.sign(cents) * Math.min(binsPerSide, Math.ceil(Math.abs(cents) / stepCents));
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return [...Array(2 * binsPerSide).keys()].map((position) => {
    const lower = position - binsPerSide;
    return {
      fromCents: lower * stepCents,
      toCents: (lower + 1) * stepCents,
      trades: counts.get(lower < 0 ? lower : lower + 1) ?? 0,
    };
  });
}
