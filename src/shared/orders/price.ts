import { discountCents } from '#shared/catalog/coupon.ts';
import type { CouponDiscount } from '#shared/catalog/coupon-types.ts';
import type { AddOn, PriceLine } from './types.ts';

export type PriceInput = {
  readonly packageCents: number;
  readonly addOns: readonly { readonly item: AddOn; readonly priceCents: number }[];
  /** The discount of a valid coupon; null without one. */
  readonly discount: CouponDiscount | null;
};

/** The lines of an order's price in reading order. A coupon discounts the package, not the add-ons. */
export function priceLines({ packageCents, addOns, discount }: PriceInput): readonly PriceLine[] {
  const lines: PriceLine[] = [{ item: 'package', amountCents: packageCents }];
  for (const { item, priceCents } of addOns) lines.push({ item, amountCents: priceCents });
  const offCents = discount === null ? 0 : discountCents(discount, packageCents);
  if (offCents > 0) lines.push({ item: 'coupon', amountCents: -offCents });
  return lines;
}

/** The amount to pay, in cents; at least zero. */
export function totalCents(lines: readonly PriceLine[]): number {
  let sumCents = 0;
  for (const { amountCents } of lines) sumCents += amountCents;
  return Math.max(0, sumCents);
}
