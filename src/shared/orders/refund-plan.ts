import type { AddOn, PriceLine } from './types.ts';

/** The items a refund can cover: the package together with its add-ons, or single add-ons. */
export const refundItems = ['package', 'market-data', 'funded-reset'] as const satisfies readonly ('package' | AddOn)[];

export type RefundItem = (typeof refundItems)[number];

export type PaidItem = { readonly item: RefundItem; readonly amountCents: number };

export type EarlierRefunds = {
  /** Add-ons that were refunded individually, whether settled or pending. */
  readonly items: readonly PaidItem[];
  /** Everything else, in cents, such as an amount the buyer's bank charged back. */
  readonly otherCents: number;
};

export type RefundPlan = {
  /** What can still be refunded, by item. After a chargeback of a part, it is one sum under the package. */
  readonly items: readonly PaidItem[];
  readonly totalCents: number;
  readonly returnedCents: number;
  /** What a full refund pays back. */
  readonly refundCents: number;
};

/** What was paid for each item. A coupon reduces only the package. */
export function paidItems(lines: readonly PriceLine[]): readonly PaidItem[] {
  return refundItems.flatMap((item) => {
    const itemLines = lines.filter((line) => line.item === item || (item === 'package' && line.item === 'coupon'));
    return itemLines.length === 0 ? [] : [{ item, amountCents: sumOf(itemLines) }];
  });
}

/** Plans a refund: everything that earlier refunds left but what is kept of the price, or single add-ons. */
export function planRefund(
  lines: readonly PriceLine[],
  totalCents: number,
  earlier: EarlierRefunds,
  keptCents = 0,
): RefundPlan {
  const returnedCents = sumOf(earlier.items) + earlier.otherCents;
  const refundCents = totalCents - returnedCents - keptCents;
  const remaining = paidItems(lines).filter(({ item }) => !earlier.items.some((each) => each.item === item));
  const isWhole = earlier.otherCents === 0 && keptCents === 0;
  return {
    items: isWhole ? remaining : [{ item: 'package', amountCents: refundCents }],
    totalCents,
    returnedCents,
    refundCents,
  };
}

/**
 * The refund of the chosen items, which ends the order if it is whole; null if nothing is chosen or an item was refunded
 * before.
 */
export function chooseRefund(plan: RefundPlan, chosen: readonly RefundItem[]) {
  if (chosen.includes('package')) return { isWhole: true, items: plan.items, refundCents: plan.refundCents };
  const items = plan.items.filter(({ item }) => chosen.includes(item));
  if (items.length === 0 || items.length < new Set(chosen).size) return null;
  return { isWhole: false, items, refundCents: sumOf(items) };
}

/** The lines of a credit note: the order's lines if it is whole, the items if they add up, else one package line. */
export function creditLines(
  { lines, totalCents }: { readonly lines: readonly PriceLine[]; readonly totalCents: number },
  items: readonly PaidItem[],
  creditCents: number,
): readonly PriceLine[] {
  if (creditCents === totalCents) return lines;
  return sumOf(items) === creditCents ? items : [{ item: 'package', amountCents: creditCents }];
}

/**
 * The amounts of a request's items, raised until together they are what the provider returned for it, but none above
 * what was paid for the item. A request can be shrunk after the provider has accepted it.
 */
export function raiseToReturned<Item extends RefundItem>(
  requested: readonly { readonly item: Item; readonly amountCents: number }[],
  paid: readonly PaidItem[],
  returnedCents: number,
): readonly { readonly item: Item; readonly amountCents: number }[] {
  let missingCents = Math.max(0, returnedCents - sumOf(requested));
  return requested.map(({ item, amountCents }) => {
    const paidCents = paid.find((each) => each.item === item)?.amountCents ?? 0;
    const raisedCents = Math.min(missingCents, Math.max(0, paidCents - amountCents));
    missingCents -= raisedCents;
    return { item, amountCents: amountCents + raisedCents };
  });
}

export function sumOf(parts: readonly { readonly amountCents: number }[]): number {
  return parts.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
