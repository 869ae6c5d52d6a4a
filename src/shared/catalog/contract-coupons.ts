import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId, requiredDay } from '#shared/core/fields.ts';
import { financeRoles } from '#shared/core/staff-roles.ts';
import { offerCode, offerPercent } from './contract-discounts.ts';
import { programs } from './programs.ts';

const access = { roles: financeRoles } as const;

export const createCoupon = defineCall({
  summary: 'Creates a coupon. The checkout accepts it immediately, from its first to its last day',
  post: 'admin/coupons/create',
  access,
  body: z.object({
    code: offerCode,
    percent: offerPercent,
    program: z.enum(['all', ...programs], 'required'),
    /** First and last day, in UTC. */
    from: requiredDay,
    to: requiredDay,
    /** Maximum number of orders; null or an empty text for no limit. */
    uses: z.pipe(
      z.transform((value) => (value === '' || value === undefined || value === null ? null : Number(value))),
      z.nullable(z.int('uses').check(z.minimum(1, 'uses'), z.maximum(1_000_000, 'uses'))),
    ),
    oncePerPerson: z.enum(['yes', 'no'], 'required'),
  }),
  data: z.object({ couponId: z.string() }),
  errors: ['conflict'],
});

export const endCoupon = defineCall({
  summary: 'Ends a coupon before its last day. Orders that already use it keep it',
  post: 'admin/coupons/end',
  destructive: true,
  access,
  body: z.object({ couponId: opaqueId }),
  errors: ['not_found', 'conflict'],
});
