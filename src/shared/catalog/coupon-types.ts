import type { OrderKind } from '#shared/orders/types.ts';

/** A share of the price in basis points, or a fixed amount. */
export type CouponDiscount =
  | { readonly type: 'percent'; readonly bps: number }
  | { readonly type: 'fixed'; readonly amountCents: number };

export type Coupon = {
  readonly code: string;
  /** 1 is active; any other number is disabled. */
  readonly status: number;
  readonly discount: CouponDiscount;
  /** The order kinds it applies to; null for all. */
  readonly kinds: readonly OrderKind[] | null;
  /** The programs it applies to; null for all orders. */
  readonly programs: readonly string[] | null;
  /** Valid from this time; null for always. */
  readonly startsAt: number | null;
  /** No longer valid from this time on; null for no end. */
  readonly expiresAt: number | null;
  /** How many orders can use it; null for any number. */
  readonly uses: number | null;
  readonly oncePerPerson: boolean;
};
