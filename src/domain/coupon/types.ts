import type { OrderKind } from '../order/types.ts';

/** A share of the price in basis points, or a fixed sum. */
export type CouponDiscount =
  | { readonly type: 'percent'; readonly bps: number }
  | { readonly type: 'fixed'; readonly amountCents: number };

export type Coupon = {
  readonly code: string;
  /** 1 is in use; any other number is switched off. */
  readonly status: number;
  readonly discount: CouponDiscount;
  /** The orders it may be used for; null for all. */
  readonly kinds: readonly OrderKind[] | null;
  /** The programmes whose packages it lowers; null for all orders. */
  readonly programmes: readonly string[] | null;
  /** From this moment; null for always. */
  readonly startsAt: number | null;
  /** Up to, and no longer at, this moment; null for no end. */
  readonly expiresAt: number | null;
  /** How many orders may have it; null for any number. */
  readonly uses: number | null;
  readonly oncePerPerson: boolean;
};
