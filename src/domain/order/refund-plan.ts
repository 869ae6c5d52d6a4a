import type { PriceLine } from './types.ts';

export type RefundPlan = {
  /** What is given back of each line: as charged, or the rest in one line once a part was given back before. */
  readonly lines: readonly PriceLine[];
  readonly totalCents: number;
  /** What credit notes have taken back before. */
  readonly returnedCents: number;
  readonly refundCents: number;
};

/** The lines of a part of an order: its own for the whole, else one for the package. */
export function linesOfPart(lines: readonly PriceLine[], totalCents: number, partCents: number): readonly PriceLine[] {
  return partCents === totalCents ? lines : [{ item: 'package', amountCents: partCents }];
}

/** What a refund gives back: all that earlier ones have left. */
export function planRefund(lines: readonly PriceLine[], totalCents: number, returnedCents: number): RefundPlan {
  const refundCents = totalCents - returnedCents;
  return { lines: linesOfPart(lines, totalCents, refundCents), totalCents, returnedCents, refundCents };
}
