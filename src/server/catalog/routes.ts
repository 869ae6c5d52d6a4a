import type { Routes } from '#server/core/http/context.ts';
import { mount } from '#server/core/http/mount.ts';
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

export const catalogRoutes: Routes = (app) => {
  mount(app, fetchPackages, async ({ deps }) => ({
    data: {
      packages: deps.catalog.packages.evaluations.map((entry) => ({
        ...entry,
        platforms: deps.catalog.packages.platforms,
      })),
    },
  }));

  mount(
    app,
    fetchCategories,
    async ({ deps, requestContext }) => ({ data: { categories: listCategories(deps, requestContext.locale) } }),
    { cacheSeconds: 300 },
  );

  mount(app, fetchThorPackages, async ({ deps }) => ({ data: deps.catalog.packages.thor }), { cacheSeconds: 300 });

  mount(app, fetchPackageCoupons, async ({ deps, query }) => ({
    data: { coupons: await listCoupons(deps, query.packageId) },
  }));

  mount(app, fetchDiscount, async ({ deps, requestContext }) => {
    const discount = await findRunningDiscount(deps);
    if (!discount) return { data: { PackageDiscount: null } };
    const { status, code, expiresAt, title, offer } = discount;
    return {
      data: {
        PackageDiscount: {
          status,
          code,
          expire_at: expiresAt.toISOString(),
          title: title[requestContext.locale],
          offer: offer?.[requestContext.locale] ?? null,
        },
      },
    };
  });
};
