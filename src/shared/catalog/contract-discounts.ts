import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId, requiredText, text } from '#shared/core/fields.ts';
import { localizedFields } from '#shared/core/localized.ts';
import { programs } from './programs.ts';

const access = { roles: ['finance', 'admin'] } as const;

export const offerCode = text(64, 'required').check(
  z.trim(),
  z.toUpperCase(),
  z.refine((text) => /^[A-Z0-9-]{3,24}$/.test(text), 'code_form'),
);

/** A whole percentage; forms send it as text. */
export const offerPercent = z.pipe(
  z.transform((value) => Number(value)),
  z.int('percent').check(z.minimum(1, 'percent'), z.maximum(100, 'percent')),
);

/** A day in UTC. */
export const offerDay = text(10, 'required').check(
  z.refine((text) => !Number.isNaN(Date.parse(`${text}T00:00:00Z`)), 'required'),
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
    to: offerDay,
    ...localizedFields('title', requiredText(60)),
  }),
  data: z.object({ discountId: z.string() }),
  limit: 'write',
  errors: ['conflict'],
});

export const endDiscount = defineCall({
  summary: 'Ends a discount before it expires. Orders that already use it keep it',
  post: 'admin/discounts/end',
  destructive: true,
  access,
  body: z.object({ discountId: opaqueId }),
  limit: 'write',
  errors: ['not_found', 'conflict'],
});
