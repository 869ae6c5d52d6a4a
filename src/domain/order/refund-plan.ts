import type { AddOn, PriceLine } from './types.ts';

/** What a refund can name: the package, which takes its add-ons with it, or single add-ons. */
export const refundItems = ['package', 'market-data', 'funded-reset'] as const satisfies readonly ('package' | AddOn)[];

export type RefundItem = (typeof refundItems)[number];

export type PaidItem = { readonly item: RefundItem; readonly amountCents: number };

/** What has gone back of an order before. */
export type Returned = {
  /** Add-ons that were refunded one by one, settled or on their way. */
  readonly items: readonly PaidItem[];
  /** Everything else, such as a part that the buyer's bank took, in cents. */
  readonly otherCents: number;
};

export type RefundPlan = {
  /** What can still go back, by item; all in one for the package once a bank took a part. */
  readonly items: readonly PaidItem[];
  readonly totalCents: number;
  readonly returnedCents: number;
  /** What a refund of everything gives back. */
  readonly refundCents: number;
};

/** What was paid for each item: a coupon reduces the package alone. */
export function paidItems(lines: readonly PriceLine[]): readonly PaidItem[] {
  return refundItems.flatMap((item) => {
    const own = lines.filter((line) => line.item === item || (item === 'package' && line.item === 'coupon'));
    return own.length === 0 ? [] : [{ item, amountCents: sumOf(own) }];
  });
}

/** What a refund of an order can give back: all that earlier ones have left, and its add-ons one by one. */
export function planRefund(lines: readonly PriceLine[], totalCents: number, returned: Returned): RefundPlan {
  const returnedCents = sumOf(returned.items) + returned.otherCents;
  const refundCents = totalCents - returnedCents;
  const left = paidItems(lines).filter(({ item }) => !returned.items.some((each) => each.item === item));
  const isWhole = returned.otherCents === 0;
  return {
    items: isWhole ? left : [{ item: 'package', amountCents: refundCents }],
    totalCents,
    returnedCents,
    refundCents,
  };
}

export type ChosenRefund = {
  /** Whether the order ends with it. */
  readonly isWhole: boolean;
  readonly items: readonly PaidItem[];
  readonly refundCents: number;
};

/** What a refund of the chosen items gives back; null for none, or one that has gone back before. */
export function chooseRefund(plan: RefundPlan, chosen: readonly RefundItem[]): ChosenRefund | null {
  if (chosen.includes('package')) return { isWhole: true, items: plan.items, refundCents: plan.refundCents };
  const items = plan.items.filter(({ item }) => chosen.includes(item));
  if (items.length === 0 || items.length < new Set(chosen).size) return null;
  return { isWhole: false, items, refundCents: sumOf(items) };
}

/** The lines of a credit note: as charged for the whole order, the items of a part, else one line for the package. */
export function creditLines(
  { lines, totalCents }: { readonly lines: readonly PriceLine[]; readonly totalCents: number },
  items: readonly PaidItem[],
  creditCents: number,
): readonly PriceLine[] {
  if (creditCents === totalCents) return lines;
  return sumOf(items) === creditCents ? items : [{ item: 'package', amountCents: creditCents }];
}

function sumOf(parts: readonly { readonly amountCents: number }[]): number {
  return parts.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
