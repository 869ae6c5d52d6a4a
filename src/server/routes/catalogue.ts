import {
  fetchCategories,
  fetchDiscount,
  fetchPackageCoupons,
  fetchPackages,
  fetchThorPackages,
} from '../../contract/packages.ts';
import type { Routes } from '../http/context.ts';
import { mount } from '../http/mount.ts';
import { findRunningDiscount } from '../services/package/discounts.ts';
import { listCategories } from '../services/package/list-categories.ts';
import { listCoupons } from '../services/package/list-coupons.ts';

const limited = { limit: 'read' } as const;
const cached = { ...limited, cacheSeconds: 300 } as const;

export const catalogueRoutes: Routes = (app) => {
  mount(
    app,
    fetchPackages,
    async ({ deps }) => ({
      data: {
        packages: deps.catalog.packages.evaluations.map((entry) => ({
          ...entry,
          platforms: deps.catalog.packages.platforms,
        })),
      },
    }),
    limited,
  );

  mount(
    app,
    fetchCategories,
    async ({ deps, requestContext }) => ({ data: { categories: listCategories(deps, requestContext.locale) } }),
    cached,
  );

  mount(app, fetchThorPackages, async ({ deps }) => ({ data: deps.catalog.packages.thor }), cached);

  mount(
    app,
    fetchPackageCoupons,
    async ({ deps, query }) => ({
      data: { coupons: await listCoupons(deps, query.packageId) },
    }),
    limited,
  );

  mount(
    app,
    fetchDiscount,
    async ({ deps, requestContext }) => {
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
    },
    limited,
  );
};
