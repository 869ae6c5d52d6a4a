import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId } from '#shared/core/fields.ts';
import { billingIntervals } from '#shared/orders/types.ts';
import { platforms } from './platforms.ts';
import { programs, sizes } from './programs.ts';

export const packageSchema = z.object({
  id: z.string(),
  program: z.enum(programs),
  size: z.enum(sizes),
  billing: z.enum(['once', ...billingIntervals]),
  priceCents: z.int(),
  resetPriceCents: z.nullable(z.int()),
  activationPriceCents: z.nullable(z.int()),
  platforms: z.array(z.enum(platforms)),
});

export const fetchPackages = defineCall({
  summary: 'Lists evaluation packages on sale',
  get: 'packages/fetch',
  access: 'any',
  data: z.object({ packages: z.array(packageSchema) }),
});

export const fetchCategories = defineCall({
  summary: 'Lists the programs, described in the reader’s language',
  get: 'categories/fetch',
  access: 'any',
  data: z.object({
    categories: z.array(
      z.object({
        id: packageSchema.shape.program,
        name: z.string(),
        title: z.string(),
        description: z.string(),
        path: z.string(),
      }),
    ),
  }),
});

export const fetchThorPackages = defineCall({
  summary: 'Lists trade copier packages on sale',
  get: 'thor-packages/fetch',
  access: 'any',
  data: z.array(
    z.object({
      id: z.string(),
      billing: packageSchema.shape.billing,
      priceCents: z.int(),
      followers: z.int(),
    }),
  ),
});

export const fetchPackageCoupons = defineCall({
  summary: 'Lists public coupons with the resulting price of each package, or of one package',
  get: 'coupons/package',
  access: 'any',
  query: z.object({ packageId: z.optional(opaqueId) }),
  data: z.object({
    coupons: z.array(
      z.object({
        code: z.string(),
        percentBps: z.int(),
        expiresAt: z.int(),
        packages: z.array(z.object({ packageId: z.string(), priceCents: z.int(), discountedCents: z.int() })),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const fetchDiscount = defineCall({
  summary: 'Returns the current promotion, or null if there is none',
  get: 'package/discount',
  access: 'any',
  data: z.object({
    PackageDiscount: z.nullable(
      z.object({
        status: z.int(),
        title: z.string(),
        offer: z.nullable(z.string()),
        code: z.string(),
        expire_at: z.string(),
        /** First payments under the promotion, by package, as pages write them in the reader’s language. */
        prices: z.record(z.string(), z.object({ cents: z.int(), text: z.string() })),
      }),
    ),
  }),
});
