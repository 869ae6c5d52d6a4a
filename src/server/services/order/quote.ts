import type * as z from 'zod/mini';
import { findEvaluation } from '../../../content/catalog.ts';
import type * as calls from '../../../contract/orders.ts';
import { normalizeCouponCode, whyCouponRefused } from '../../../domain/coupon/coupon.ts';
import type { Coupon, CouponDiscount } from '../../../domain/coupon/types.ts';
import { priceLines, totalCents } from '../../../domain/order/price.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';

type Selection = z.output<NonNullable<typeof calls.quoteOrder.body>>;
export type Quote = z.output<NonNullable<typeof calls.quoteOrder.data>>;

/** What the selection costs at this moment, from the catalogue alone. @throws {ServiceError} 404 for what is not sold */
export function quoteOrder(deps: Deps, selection: Selection): Quote {
  const { packages } = deps.catalog;
  const evaluation = findEvaluation(deps.catalog, selection.packageId);
  if (!evaluation || !packages.platforms.includes(selection.platform)) throw notFound();
  const { discount, outcome } = judgeCoupon(deps, selection.coupon, evaluation.programme);
  const addOns = [...new Set(selection.addOns)];
  const lines = priceLines({
    packageCents: evaluation.priceCents,
    addOns: addOns.map((item) => ({ item, priceCents: packages.addOns[item].priceCents })),
    discount,
  });
  return { currency: packages.currency, lines: [...lines], totalCents: totalCents(lines), coupon: outcome };
}

type Judged = { readonly discount: CouponDiscount | null; readonly outcome: Quote['coupon'] };

function judgeCoupon(deps: Deps, typed: string, programme: string): Judged {
  const code = normalizeCouponCode(typed);
  if (code === '') return { discount: null, outcome: 'none' };
  const coupon = findCoupon(deps, code);
  if (!coupon) return { discount: null, outcome: 'unknown' };
  const refusal = whyCouponRefused(coupon, { kind: 'evaluation', programme }, deps.clock().getTime());
  if (refusal === null) return { discount: coupon.discount, outcome: 'applied' };
  // A code that is switched off or not announced yet is nobody's business.
  const told = refusal === 'expired' || refusal === 'not-for-this';
  return { discount: null, outcome: told ? refusal : 'unknown' };
}

function findCoupon(deps: Deps, code: string): Coupon | undefined {
  const running = deps.catalog.discounts.packageDiscount;
  if (!running || normalizeCouponCode(running.code) !== code) return undefined;
  return {
    code,
    status: running.status,
    discount: { type: 'percent', bps: running.percentBps },
    kinds: ['evaluation'],
    programmes: running.programmes,
    startsAt: null,
    expiresAt: running.expiresAt.getTime(),
  };
}
