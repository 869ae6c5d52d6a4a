import type { OrderKind } from '#shared/orders/types.ts';
import type { Coupon, CouponDiscount } from './coupon-types.ts';

export type CouponRejection = 'switched-off' | 'not-started' | 'expired' | 'not-for-this';

/** The order that uses a coupon; `program` is null for packages outside a program. */
export type CouponUse = { readonly kind: OrderKind; readonly program: string | null };

/** Why a coupon can't be used now; null if it can. */
export function couponRejectionOf(coupon: Coupon, use: CouponUse, atMs: number): CouponRejection | null {
  if (coupon.status !== 1) return 'switched-off';
  if (coupon.startsAt !== null && atMs < coupon.startsAt) return 'not-started';
  if (coupon.expiresAt !== null && atMs >= coupon.expiresAt) return 'expired';
  const { kinds, programs } = coupon;
  if (kinds !== null && !kinds.includes(use.kind)) return 'not-for-this';
  const fits = programs === null || (use.program !== null && programs.includes(use.program));
  return fits ? null : 'not-for-this';
}

/** The discount in cents: percentages round half a cent up, and no discount exceeds the price. */
export function discountCents(discount: CouponDiscount, priceCents: number): number {
  const cents = discount.type === 'fixed' ? discount.amountCents : shareOf(priceCents, discount.bps);
  return Math.min(Math.max(0, cents), Math.max(0, priceCents));
}

function shareOf(cents: number, bps: number): number {
  return Math.floor((cents * bps + 5_000) / 10_000);
}

type Promotion = { readonly programs: readonly string[]; readonly percentBps: number };
type Priced = { readonly program: string; readonly priceCents: number };

/** A package's price in cents under a promotion; undefined if it isn't for its program. */
export function promotionCents({ programs, percentBps }: Promotion, { program, priceCents }: Priced) {
  if (!programs.includes(program)) return undefined;
  return priceCents - discountCents({ type: 'percent', bps: percentBps }, priceCents);
}
