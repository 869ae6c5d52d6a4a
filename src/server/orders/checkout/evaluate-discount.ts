import type * as z from 'zod/mini';
import type { Locale } from '#i18n/locales.ts';
import { findRunningDiscount } from '#server/catalog/discounts.ts';
import type { Deps } from '#server/core/deps.ts';
import { couponRejectionOf } from '#shared/catalog/coupon.ts';
import type * as calls from '#shared/orders/contract.ts';
import { type CouponEvaluation, type CouponPurchase, type CouponRequest, couponOf, evaluateCoupon } from '../coupon.ts';

type DiscountRequest = CouponRequest & { readonly withoutPromotion: boolean; readonly locale: Locale };

type DiscountEvaluation = CouponEvaluation & Pick<z.output<typeof calls.quoteOrder.data>, 'promotion'>;

/**
 * The discount of a purchase now. An order takes one: a typed code that applies replaces the running promotion, which
 * needs no code and which the buyer can decline. A purchase that the promotion isn't for doesn't mention it.
 */
export async function evaluateDiscount(
  deps: Deps,
  { withoutPromotion, locale, ...request }: DiscountRequest,
  purchase: CouponPurchase,
): Promise<DiscountEvaluation> {
  const typed = await evaluateCoupon(deps, request, purchase);
  const running = await findRunningDiscount(deps);
  const coupon = running && couponOf(running);
  if (!coupon || couponRejectionOf(coupon, purchase, deps.clock().getTime()) !== null) {
    return { ...typed, promotion: null };
  }
  const text = (running.offer ?? running.title)[locale];
  const promotion = { code: coupon.code, text, endsAt: running.expiresAt.getTime() };
  if (typed.coupon) return { ...typed, promotion: { ...promotion, status: 'replaced' } };
  if (withoutPromotion) return { ...typed, promotion: { ...promotion, status: 'declined' } };
  return { ...typed, coupon, promotion: { ...promotion, status: 'applied' } };
}
