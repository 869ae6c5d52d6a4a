import { fetchDiscount, fetchPackages } from '../../contract/packages.ts';
import type { Routes } from '../http/context.ts';
import { mount } from '../http/mount.ts';

export const catalogueRoutes: Routes = (app) => {
  mount(app, fetchPackages, async ({ deps }) => ({
    data: {
      packages: deps.catalog.packages.evaluations.map((entry) => ({
        ...entry,
        platforms: deps.catalog.packages.platforms,
      })),
    },
  }));

  mount(app, fetchDiscount, async ({ deps, visitor }) => {
    const discount = deps.catalog.discounts.packageDiscount;
    const running = discount && discount.status === 1 && discount.expiresAt > deps.clock();
    if (!running) return { data: { PackageDiscount: null } };
    const { status, code, expiresAt, title, offer } = discount;
    return {
      data: {
        PackageDiscount: {
          status,
          code,
          expire_at: expiresAt.toISOString(),
          title: title[visitor.locale],
          offer: offer?.[visitor.locale] ?? null,
        },
      },
    };
  });
};
