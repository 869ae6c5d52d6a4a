import type * as z from 'zod/mini';
import { findEvaluation } from '#content/catalog.ts';
import { type Deps, notFound } from '#server/core/deps.ts';
import type { fetchPackageCoupons } from '#shared/catalog/contract.ts';
import { promotionCents } from '#shared/catalog/coupon.ts';
import { findRunningDiscount } from './discounts.ts';

type Coupons = z.output<NonNullable<typeof fetchPackageCoupons.data>>['coupons'];

/** Public coupons running now; personal codes stay private. @throws {ServiceError} 404 for an unknown package */
export async function listCoupons(deps: Deps, packageId: string | undefined): Promise<Coupons> {
  const { catalog } = deps;
  if (packageId !== undefined && !findEvaluation(catalog, packageId)) throw notFound();
  const running = await findRunningDiscount(deps);
  if (!running) return [];
  const { code, percentBps, expiresAt } = running;
  const packages = catalog.packages.evaluations
    .filter(({ id }) => packageId === undefined || id === packageId)
    .flatMap((offer) => {
      const discountedCents = promotionCents(running, offer);
      return discountedCents === undefined
        ? []
        : [{ packageId: offer.id, priceCents: offer.priceCents, discountedCents }];
    });
  return packages.length > 0 ? [{ code, percentBps, expiresAt: expiresAt.getTime(), packages }] : [];
}
