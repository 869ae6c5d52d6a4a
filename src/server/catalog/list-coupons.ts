import type * as z from 'zod/mini';
import { findEvaluation } from '#content/catalog.ts';
import type { Deps } from '#server/core/deps.ts';
import { notFound } from '#server/core/errors.ts';
import type { fetchPackageCoupons } from '#shared/catalog/contract.ts';
import { discountCents } from '#shared/catalog/coupon.ts';
import { findRunningDiscount } from './discounts.ts';

type Coupons = z.output<NonNullable<typeof fetchPackageCoupons.data>>['coupons'];

/** Public coupons running now; personal codes stay private. @throws {ServiceError} 404 for an unknown package */
export async function listCoupons(deps: Deps, packageId: string | undefined): Promise<Coupons> {
  const { catalog } = deps;
  if (packageId !== undefined && !findEvaluation(catalog, packageId)) throw notFound();
  const running = await findRunningDiscount(deps);
  if (!running) return [];
  const { code, percentBps, programs, expiresAt } = running;
  const packages = catalog.packages.evaluations
    .filter(({ id, program }) => programs.includes(program) && (packageId === undefined || id === packageId))
    .map(({ id, priceCents }) => ({
      packageId: id,
      priceCents,
      discountedCents: priceCents - discountCents({ type: 'percent', bps: percentBps }, priceCents),
    }));
  return packages.length > 0 ? [{ code, percentBps, expiresAt: expiresAt.getTime(), packages }] : [];
}
