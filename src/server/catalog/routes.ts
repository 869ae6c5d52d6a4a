import type { Routes } from '#server/core/http/mount.ts';
import {
  fetchCategories,
  fetchDiscount,
  fetchPackageCoupons,
  fetchPackages,
  fetchThorPackages,
} from '#shared/catalog/contract.ts';
import { findRunningDiscount } from './discounts.ts';
import { listCategories } from './list-categories.ts';
import { listCoupons } from './list-coupons.ts';

export const catalogRoutes: Routes = ({ mount }) => {
  mount(fetchPackages, ({ deps }) => ({
    packages: deps.catalog.packages.evaluations.map((entry) => ({
      ...entry,
      platforms: deps.catalog.packages.platforms,
    })),
  }));

  mount(fetchCategories, ({ deps, requestContext }) => ({ categories: listCategories(deps, requestContext.locale) }), {
    cacheSeconds: 300,
  });

  mount(fetchThorPackages, ({ deps }) => deps.catalog.packages.thor, { cacheSeconds: 300 });
  mount(fetchPackageCoupons, async ({ deps, query }) => ({ coupons: await listCoupons(deps, query.packageId) }));

  mount(fetchDiscount, async ({ deps, requestContext }) => {
    const discount = await findRunningDiscount(deps);
    if (!discount) return { PackageDiscount: null };
    const { status, code, expiresAt, title, offer } = discount;
    return {
      PackageDiscount: {
        status,
        code,
        expire_at: expiresAt.toISOString(),
        title: title[requestContext.locale],
        offer: offer?.[requestContext.locale] ?? null,
      },
    };
  });
};
