import * as z from 'zod/mini';
import { normalizeCouponCode } from '#lib/spelled-code.ts';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId, requiredDay, spelledCode, titleLine } from '#shared/core/fields.ts';
import { localizedFields } from '#shared/core/localized.ts';
import { programs } from './programs.ts';

const access = { roles: ['finance', 'admin'] } as const;

export const offerCode = spelledCode(64, normalizeCouponCode, /^[A-Z0-9-]{3,24}$/, 'code_form');

/** A whole percentage; forms send it as text. */
export const offerPercent = z.pipe(
  z.transform((value) => Number(value)),
  z.int('percent').check(z.minimum(1, 'percent'), z.maximum(100, 'percent')),
);

export const createDiscount = defineCall({
  summary: 'Starts a discount. The ticker shows it and the checkout accepts its code immediately, until it expires',
  post: 'admin/discounts/create',
  access,
  body: z.object({
    code: offerCode,
    percent: offerPercent,
    program: z.enum(['all', ...programs], 'required'),
    /** The last day, in UTC. */
    to: requiredDay,
    ...localizedFields('title', titleLine(60)),
  }),
  data: z.object({ discountId: z.string() }),
  errors: ['conflict'],
});

export const endDiscount = defineCall({
  summary: 'Ends a discount before it expires. Orders that already use it keep it',
  post: 'admin/discounts/end',
  destructive: true,
  access,
  body: z.object({ discountId: opaqueId }),
  errors: ['not_found', 'conflict'],
});
