import { formatWhole } from '#i18n/format.ts';
import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/catalog/contract.ts';
import { promotionCents } from '#shared/catalog/coupon.ts';
import { findRunningDiscount } from './discounts.ts';
import { listCategories } from './list-categories.ts';
import { listCoupons } from './list-coupons.ts';

export const catalogRoutes: Routes = ({ mount, deps }) => {
  mount(calls.fetchPackages, () => ({
    packages: deps.catalog.packages.evaluations.map((entry) => ({
      ...entry,
      platforms: deps.catalog.packages.platforms,
    })),
  }));

  const cacheSeconds = 300;
  mount(calls.fetchCategories, ({ requestContext }) => ({ categories: listCategories(deps, requestContext.locale) }), {
    cacheSeconds,
  });
  mount(calls.fetchThorPackages, () => deps.catalog.packages.thor, { cacheSeconds });
  mount(calls.fetchPackageCoupons, async ({ query }) => ({ coupons: await listCoupons(deps, query.packageId) }));

  mount(calls.fetchDiscount, async ({ requestContext }) => {
    const discount = await findRunningDiscount(deps);
    if (!discount) return { PackageDiscount: null };
    const { status, code, expiresAt, title, offer } = discount;
    const { locale } = requestContext;
    const prices = deps.catalog.packages.evaluations.flatMap((each) => {
      const cents = promotionCents(discount, each);
      return cents === undefined ? [] : [[each.id, { cents, text: formatWhole(cents, locale) }] as const];
    });
    return {
      PackageDiscount: {
        ...{ status, code, title: title[locale], offer: offer?.[locale] ?? null },
        expire_at: expiresAt.toISOString(),
        prices: Object.fromEntries(prices),
      },
    };
  });
};
