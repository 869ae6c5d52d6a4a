import type { Side } from '#shared/exchange/side.ts';
import type { Fill } from './events.ts';

/** A corrected fill (null: it never happened), or the fees of one that were known later. */
export type Amendment =
  | {
      readonly type: 'fill-correction';
      readonly at: number;
      readonly fill: { readonly side: Side; readonly quantity: number; readonly priceTicks: number } | null;
    }
  | { readonly type: 'fill-fee'; readonly at: number; readonly feeCents: number };

type Delivered = { readonly sourceId: string; readonly amendment: Amendment };

/**
 * The fill as it counts: the newest correction and the newest fee apply, in whichever order they arrived.
 * @returns null if it never happened
 */
export function amendFill(original: Fill, amendments: readonly Delivered[]): Fill | null {
  const ordered = amendments.toSorted(
    (left, right) => left.amendment.at - right.amendment.at || (left.sourceId < right.sourceId ? -1 : 1),
  );
  let fill: Fill | null = original;
  let { feeCents } = original;
  for (const { amendment } of ordered) {
    if (amendment.type === 'fill-fee') feeCents = amendment.feeCents;
    else fill = amendment.fill === null ? null : { ...original, ...amendment.fill };
  }
  return fill === null ? null : { ...fill, feeCents };
}
