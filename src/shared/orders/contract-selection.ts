import * as z from 'zod/mini';
import { platforms } from '#shared/catalog/platforms.ts';
import { couponCode, opaqueId, requiredToken } from '#shared/core/fields.ts';
import { addOns, exchanges, orderKinds } from './types.ts';

export const platform = z.enum(platforms, 'required');
export const addOn = z.enum(addOns);

/** Fields of every purchase: a package, its platform and what determines the price. */
const common = {
  packageId: requiredToken(64),
  platform,
  addOns: z._default(z.array(addOn).check(z.maxLength(2 * addOns.length, 'invalid')), []),
  coupon: z._default(couponCode, ''),
  /** Whether the buyer removed the running promotion, which otherwise applies without a code. */
  withoutPromotion: z.optional(z.boolean()),
};

/** For purchases for one of the buyer's own accounts. */
const account = { ...common, accountId: opaqueId };

const { platform: _, ...withoutPlatform } = common;

const data = {
  ...common,
  /** Whether the buyer is a professional by the exchanges' definition; null if not answered. */
  professional: z._default(z.nullable(z.boolean()), null),
  /** The exchanges a professional pays for; others get all four. */
  exchanges: z._default(z.array(z.enum(exchanges)).check(z.maxLength(exchanges.length, 'invalid')), []),
};

const bill = { ...withoutPlatform, billId: opaqueId };

export const selection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('evaluation'), ...common }),
  z.object({ kind: z.literal('trial'), ...common }),
  z.object({ kind: z.literal('thor'), ...common }),
  z.object({ kind: z.literal('reset'), ...account }),
  z.object({ kind: z.literal('renew'), ...account }),
  z.object({ kind: z.literal('market-data'), ...data }),
  z.object({ kind: z.literal('market-data-free'), ...data }),
  z.object({ kind: z.literal('funded-activation'), ...account, platformUser: requiredToken(128) }),
  z.object({ kind: z.literal('performance-review'), ...withoutPlatform, accountId: opaqueId }),
  z.object({ kind: z.literal('pending-bill'), ...bill }),
  z.object({ kind: z.literal('pending-data-bill'), ...bill }),
]);

export type ProductSelection = z.output<typeof selection>;

export const orderKind = z.enum(orderKinds);

export const orderChoice = z.object({
  platform,
  addOns: z.array(z.enum(addOns)),
  coupon: z.string(),
  withoutPromotion: z.boolean(),
  professional: z.nullable(z.boolean()),
  exchanges: z.array(z.enum(exchanges)),
});

export const orderBuyer = z.object({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  latin_name: z._default(z.string(), ''),
  country: z.string(),
  postal_code: z.string(),
  company_name: z.string(),
  vat_number: z.string(),
  startNow: z.union([z.literal(0), z.literal(1)]),
});
