import * as z from 'zod/mini';
import { defineCall } from './call.ts';

export const packageSchema = z.object({
  id: z.string(),
  programme: z.enum(['classic', 'ascension', 'merit', 'premium']),
  size: z.enum(['25K', '50K', '100K', '150K']),
  billing: z.enum(['once', 'monthly', 'yearly']),
  priceCents: z.int(),
  resetPriceCents: z.nullable(z.int()),
  activationPriceCents: z.nullable(z.int()),
  platforms: z.array(z.enum(['rithmic', 'dxfeed'])),
});

export const fetchPackages = defineCall({
  name: 'fetchPackages',
  summary: 'Evaluation packages on sale',
  method: 'GET',
  path: 'packages/fetch',
  data: z.object({ packages: z.array(packageSchema) }),
});

export const fetchDiscount = defineCall({
  name: 'fetchDiscount',
  summary: 'The running promotion; null when there is none',
  method: 'GET',
  path: 'package/discount',
  data: z.object({
    PackageDiscount: z.nullable(
      z.object({
        status: z.int(),
        title: z.string(),
        offer: z.nullable(z.string()),
        code: z.string(),
        expire_at: z.string(),
      }),
    ),
  }),
});
